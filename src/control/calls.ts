import { exampleFields } from '../../handlers/fields.ts'

/** Where a server has the control API. */
export const controlPath = '/_understudy'

/** What each call of the control API does, by method and path below `/_understudy`. */
const sentences: Readonly<Record<string, string>> = {
  'GET /': 'Every call.',
  'GET /state':
    'What is set, and how much there is. With ?after=REVISION once that changed, or after 10 seconds.',
  'POST /reset': 'Posts, profile, faults and journal are as at the start.',
  'POST /scenarios/:scenario': 'Starts a scenario: a fault of the network, or other posts.',
  'GET /reference': 'The choices, presets and scenarios that there are, and these sentences.',
  'GET /journal': 'The requests and their replies. With ?after=NUMBER without those up to this one.',
  'DELETE /journal': 'Forgets the requests.',
  'GET /journal/:number/shaping': 'The choices for which another answer changes the reply to this request.',
  'POST /journal/:number/again': 'Answers a request once more, as the mock is now.',
  'GET /profile': 'The answer to every choice.',
  'PUT /profile': 'The name of a preset, or answers to some choices; the others have their defaults.',
  'PATCH /profile': 'Changes the answers that are named.',
  'DELETE /profile': 'The answers are as at the start.',
  'GET /worlds': 'The worlds beside the base, least recently used first.',
  'PUT /worlds/:name': 'The world of this name; where there is none, a new copy of the base.',
  'DELETE /worlds/:name': 'Drops a world, and ends its hanging requests.',
  'GET /posts': 'The posts, without faults, without the rules of the profile, without a note in the journal.',
  'POST /posts': 'Adds a post in the same way.',
  'PUT /posts/:id': 'Replaces a post in the same way.',
  'DELETE /posts/:id': 'Deletes a post in the same way.',
  'GET /snapshot': 'The posts and the ids to come.',
  'PUT /snapshot': 'Goes back to a snapshot.',
  'GET /faults': 'The faults that are set.',
  'PATCH /faults':
    'Changes the faults that are named: milliseconds of latency, shares of requests from 0 to 1.',
  'POST /faults/next':
    'The next requests fail: with a status, or network-error, timeout, reply-lost, truncated, malformed.',
  'DELETE /faults': 'Removes all faults, and ends hanging requests.',
}

/** A body for each call that takes one. */
export const bodies = {
  'PUT /profile': '"json-server"',
  'PATCH /profile': '{ "create.status": 202 }',
  'POST /posts': exampleFields,
  'PUT /posts/:id': exampleFields,
  'PUT /snapshot': `{ "posts": [${exampleFields.replace('{', '{ "id": 1,')}] }`,
  'PATCH /faults': '{ "latency": { "any": { "min": 100, "max": 600 } }, "offline": false }',
  'POST /faults/next': '{ "operation": "create", "fault": { "status": 503 }, "times": 2 }',
}

/** A call of the control API: its method, its path below `/_understudy`, what it does, and a body that it takes, as JSON. */
export function callOf(method: string, path: string) {
  const name = `${method} ${path}`
  return {
    method,
    path,
    about: sentences[name],
    body: bodies[name as keyof typeof bodies] as string | undefined,
  }
}

export type Call = Readonly<ReturnType<typeof callOf>>
