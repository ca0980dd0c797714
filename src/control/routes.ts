import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { answerAgain, metPost } from '../../contracts/client/replay.ts'
import { shapingOf } from '../../contracts/client/shaping.ts'
import type { AppEnv } from '../../handlers/app.ts'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import {
  answersOtherThan,
  completeProfile,
  type Profile,
  type ProfileOption,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { Fault, FaultSettings } from '../../handlers/faults/faults.ts'
import { exampleFields, type PostFields } from '../../handlers/fields.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'
import { mockPostsOf } from '../mock/world-handle.ts'
import { controlPath } from './control-client.ts'
import { enterScenario, scenarios } from './scenarios.ts'
import { watchOf } from './world-watch.ts'
import type { Worlds } from './worlds.ts'

/** What is known of every request of the control API. */
export interface ControlEnv {
  Bindings: AppEnv
  Variables: {
    worlds: Worlds
    /** The named world, or the base. */
    world: World
    /** The body as JSON, integers exact; undefined where there is none. */
    body: JsonValue | undefined
  }
}

export type ControlApp = Hono<ControlEnv>

/** A request of the control API. */
interface Asked extends Readonly<ControlEnv['Variables']> {
  readonly req: Context<ControlEnv>['req']
  /** The body that its call takes. */
  readonly example: string | undefined
}

interface Route {
  /** What it does, in a sentence. */
  readonly about: string
  /** A body that it takes, as JSON. */
  readonly body?: string
  /**
   * @param named the parameter of the path.
   * @returns what is answered as JSON, integers exact; undefined for 204.
   */
  readonly run: (asked: Asked, named: string) => unknown
}

/** Every call of the control API, by its method and its path below `/_understudy`. */
const routes: Readonly<Record<string, Route>> = {
  'GET /': {
    about: 'Every call.',
    run: () => ({ routes: calls.map(({ method, path }) => `${method} ${controlPath}${path}`) }),
  },
  'GET /reference': {
    about: 'The choices, presets and scenarios that there are, and these sentences.',
    run: () => reference,
  },
  'GET /state': {
    about: 'What is set, and how much there is. With ?after=REVISION once that changed, or after 10 seconds.',
    async run({ world, req }) {
      const watch = watchOf(world)
      const after = req.query('after')
      if (after !== undefined) await watch.changeAfter(Number(after))
      return watch.state
    },
  },
  'POST /reset': {
    about: 'Posts, profile, faults and journal are as at the start.',
    run({ world }) {
      world.reset()
      return { posts: world.store.count }
    },
  },
  'POST /scenarios/:scenario': {
    about: 'Starts a scenario: a fault of the network, or other posts.',
    run: ({ world }, scenario) => enterScenario(world, scenario),
  },
  'GET /journal': {
    about: 'The requests and their replies. With ?after=NUMBER without those up to this one.',
    run({ world, req }) {
      const after = Number(req.query('after') ?? 0)
      return { requests: world.journal.requests.filter(({ number }) => number > after) }
    },
  },
  'DELETE /journal': {
    about: 'Forgets the requests.',
    run({ world }) {
      world.journal.clear()
      watchOf(world).changed()
    },
  },
  'GET /journal/:number/shaping': {
    about: 'The choices for which another answer changes the reply to this request.',
    run: async ({ world }, number) => ({ choices: await shapedBy(entryOf(world, number), world) }),
  },
  'POST /journal/:number/again': {
    about: 'Answers a request once more, as the mock is now.',
    run: ({ world, req }, number) => answerAgain(entryOf(world, number), world, req.raw.signal),
  },
  'GET /profile': { about: 'The answer to every choice.', run: ({ world }) => world.profile },
  'PUT /profile': {
    about: 'The name of a preset, or answers to some choices; the others have their defaults.',
    body: '"json-server"',
    run: ({ world, body }) => setProfile(world, body as ProfileOption),
  },
  'PATCH /profile': {
    about: 'Changes the answers that are named.',
    body: '{ "create.status": 202 }',
    run: (asked) => setProfile(asked.world, { ...asked.world.profile, ...fieldsOf<Profile>(asked) }),
  },
  'DELETE /profile': {
    about: 'The answers are as at the start.',
    run: ({ world }) => setProfile(world, world.options.profile),
  },
  'GET /worlds': {
    about: 'The worlds beside the base, least recently used first.',
    run: ({ worlds }) => ({
      worlds: worlds.list().map(({ name, world, usedAt }) => ({ name, posts: world.store.count, usedAt })),
    }),
  },
  'PUT /worlds/:name': {
    about: 'The world of this name; where there is none, a new copy of the base.',
    run: ({ worlds }, name) => ({ name, posts: worlds.get(name).store.count }),
  },
  'DELETE /worlds/:name': {
    about: 'Drops a world, and ends its hanging requests.',
    run({ worlds }, name) {
      if (!worlds.drop(name)) throw missing(`World ${JSON.stringify(name)} does not exist.`)
    },
  },
  'GET /posts': {
    about: 'The posts, without faults, without the rules of the profile, without a note in the journal.',
    run: ({ world }) => orderedPosts(world),
  },
  'POST /posts': {
    about: 'Adds a post in the same way.',
    body: exampleFields,
    run: (asked) => mockPostsOf(asked.world).exact.create(textsOf(asked)),
  },
  'PUT /posts/:id': {
    about: 'Replaces a post in the same way.',
    body: exampleFields,
    run: (asked, id) => mockPostsOf(asked.world).exact.replace(idOf(id), textsOf(asked)),
  },
  'DELETE /posts/:id': {
    about: 'Deletes a post in the same way.',
    async run({ world }, id) {
      if (!(await world.store.delete(idOf(id)))) throw missing(`Post ${id} does not exist.`)
    },
  },
  'GET /snapshot': { about: 'The posts and the ids to come.', run: ({ world }) => world.store.snapshot() },
  'PUT /snapshot': {
    about: 'Goes back to a snapshot.',
    body: `{ "posts": [${exampleFields.replace('{', '{ "id": 1,')}] }`,
    run({ world, body }) {
      world.store.restore(parseSnapshot(body, world))
      return { posts: world.store.count }
    },
  },
  'GET /faults': { about: 'The faults that are set.', run: ({ world }) => world.faults.settings },
  'PATCH /faults': {
    about: 'Changes the faults that are named: milliseconds of latency, shares of requests from 0 to 1.',
    body: '{ "latency": { "any": { "min": 100, "max": 600 } }, "offline": false }',
    // Does not end hanging requests.
    run(asked) {
      const { faults } = asked.world
      const { latency, rate, ...others } = fieldsOf<FaultSettings>(asked)
      const before = faults.settings
      faults.settings = {
        ...before,
        ...others,
        latency: { ...before.latency, ...latency },
        rate: { ...before.rate, ...rate },
      }
      return faults.settings
    },
  },
  'POST /faults/next': {
    about:
      'The next requests fail: with a status, or network-error, timeout, reply-lost, truncated, malformed.',
    body: '{ "operation": "create", "fault": { "status": 503 }, "times": 2 }',
    run(asked) {
      const { faults } = asked.world
      const { operation = 'any', fault, times = 1 } = fieldsOf<NextFault>(asked)
      faults.next(operation, fault as Fault, times)
      return faults.settings
    },
  },
  'DELETE /faults': {
    about: 'Removes all faults, and ends hanging requests.',
    run: ({ world }) => world.faults.clear(),
  },
}

const calls = Object.entries(routes).map(([call, route]) => {
  const [method = '', path = ''] = call.split(' ')
  return { method, path, ...route }
})

export type Call = Omit<(typeof calls)[number], 'run'>

/** The static data of the panel; the same for every world. The answers to a choice have the default first. */
const reference = {
  choices: choiceIds.map((id) => ({ id, about: choices[id].about, answers: choices[id].answers })),
  presets: Object.fromEntries(
    Object.keys(presets).map((name) => [name, completeProfile(name as PresetName)]),
  ),
  scenarios: scenarios.map(({ id, name, about, faults }) => ({ id, name, about, faults })),
  calls: calls.map(({ run: _run, ...call }): Call => call),
}

export type Reference = typeof reference

export function addRoutes(app: ControlApp): void {
  for (const { method, path, body: example, run } of calls)
    app.on(method, path, async (c) => {
      const [named = ''] = Object.values<string>(c.req.param())
      const value = await run({ ...c.var, req: c.req, example }, named)
      c.header('cache-control', 'no-store')
      if (value === undefined) return c.body(null, 204)
      return c.body(stringifyJson(value), 200, { 'content-type': 'application/json' })
    })
}

type NextFault = FaultSettings['next'][number] & { readonly times: number }

/**
 * The body, which must be an object; what uses its fields checks their values.
 * @throws HTTPException 400
 */
function fieldsOf<Fields extends object>({ body, example }: Asked): Partial<Fields> {
  if (isObject(body)) return body as Partial<Fields>
  throw new HTTPException(400, { message: `The body is not an object. Send ${example}.` })
}

function missing(message: string): HTTPException {
  return new HTTPException(404, { message })
}

function setProfile(world: World, profile: ProfileOption): Profile {
  world.setProfile(profile)
  return world.profile
}

function entryOf({ journal }: World, number: string): JournalEntry {
  const entry = journal.requests.find((each) => `${each.number}` === number)
  if (entry) return entry
  throw missing(`Request ${number} is not in the journal; it may have been dropped.`)
}

function textsOf(asked: Asked): PostFields {
  return fieldsOf<PostFields>(asked) as PostFields
}

function idOf(text: string): PostId {
  const id = parsePostId(text)
  if (id !== undefined) return id
  throw new HTTPException(400, {
    message: `${JSON.stringify(text)} is not a post id: expected an int64 integer.`,
  })
}

/** The choices that affected a reply: those for which another listed answer alone changes it. */
async function shapedBy(entry: JournalEntry, world: World): Promise<readonly ChoiceId[]> {
  const profile = answersOtherThan(completeProfile(), world.profile)
  const { requests } = world.journal
  const earlier = requests.slice(0, requests.indexOf(entry))
  const deleted = earlier.some(({ operation, change }) => operation === 'delete' && change !== undefined)
  const state = { posts: world.store.count, met: metPost(entry, world.store), deleted }
  const shaping = await shapingOf({ kind: 'exchange', own: {}, profile, ...state, entry })
  const settled = settledBefore(entry)
  return [...new Set(shaping.map(({ choice }) => choice))].filter((choice) => !settled.includes(choice))
}

/** What another answer no longer changes: a post keeps its id, and its added fields until it is replaced. */
function settledBefore({ operation }: JournalEntry): readonly ChoiceId[] {
  if (operation === 'create') return []
  return operation === 'replace' ? ['id.assignment'] : ['id.assignment', 'post.extra-fields']
}
