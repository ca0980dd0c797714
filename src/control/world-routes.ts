import type { ProfileOption } from '../../handlers/choices/profile.ts'
import { reference } from '../devtools/reference.ts'
import { enterScenario } from '../devtools/scenarios.ts'
import { shapedBy } from '../devtools/shaped-by.ts'
import { watchOf } from '../devtools/world-watch.ts'
import type { ControlCall, ControlRoutes } from './control-route.ts'
import { Refusal } from './refuse.ts'

export const worldPath = '/worlds/:name'

/** State, journal and profile of a world; the worlds themselves. */
export const worldRoutes: ControlRoutes = {
  'GET /state': {
    about:
      'The number of posts and requests; faults; profile. ?after=REVISION waits until the state has another "revision", at most 10 seconds.',
    async perform({ world, query }) {
      const after = numberIn(query, 'after')
      if (after !== undefined) await watchOf(world).changeAfter(after)
      return watchOf(world).state
    },
  },
  'POST /reset': {
    about: 'Resets the world: initial posts, profile and latency, no other fault, an empty journal.',
    perform({ world }) {
      world.reset()
      return { posts: world.store.count }
    },
  },
  'POST /scenarios/:name': {
    about: 'Starts a scenario of the reference, such as slow, offline or hostile.',
    async perform({ world, name }) {
      await enterScenario(world, name)
      return watchOf(world).state
    },
  },
  'GET /reference': {
    about:
      'The choices, each with its meaning and its answers, the default first; the presets; the scenarios.',
    perform: () => reference,
  },

  'GET /journal': {
    about: 'The requests so far, oldest first; ?after=NUMBER for those after this one.',
    perform({ world, query }) {
      const after = numberIn(query, 'after') ?? 0
      return { requests: world.journal.requests.filter(({ number }) => number > after) }
    },
  },
  'DELETE /journal': {
    about: 'Clears the journal.',
    perform({ world }) {
      world.journal.clear()
      watchOf(world).changed()
    },
  },
  'GET /shaping/:name': {
    about: 'The choices that affected the reply to a request of the journal, by its number.',
    async perform(call) {
      return { choices: await shapedBy(requestOf(call), call.world) }
    },
  },

  'GET /profile': {
    about: 'The current profile: an answer for every choice.',
    perform: ({ world }) => world.profile,
  },
  'PUT /profile': {
    about:
      'Sets the profile: the name of a preset as a JSON string, or answers to some choices; the others have their defaults.',
    perform({ world, body }) {
      if (body === undefined) throw new Refusal(400, 'The body is missing; expected a profile as JSON.')
      world.follow(body as ProfileOption)
      return world.profile
    },
  },
  'PATCH /profile': {
    about: 'Changes some answers of the profile: { "create.status": 200 }.',
    perform({ world, body }) {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new Refusal(
          400,
          'The body is not an object with answers to choices, such as {"create.status":200}.',
        )
      world.follow({ ...world.profile, ...body } as ProfileOption)
      return world.profile
    },
  },
  'DELETE /profile': {
    about: 'Restores the initial profile.',
    perform: ({ world }) => world.follow(world.options.profile),
  },

  'GET /worlds': {
    about: 'The worlds besides the base, least recently used first: { name, posts, usedAt }.',
    perform: ({ worlds }) => ({
      worlds: worlds.list().map(({ name, world, usedAt }) => ({ name, posts: world.store.count, usedAt })),
    }),
  },
  [`PUT ${worldPath}`]: {
    about: 'Forks a world from the base world, if it does not exist.',
    perform: ({ worlds, name }) => ({ name, posts: worlds.get(name).store.count }),
  },
  [`DELETE ${worldPath}`]: {
    about: 'Drops a world.',
    perform({ worlds, name }) {
      if (!worlds.drop(name)) throw new Refusal(404, `World ${JSON.stringify(name)} does not exist.`)
    },
  },
}

function requestOf({ world, name }: ControlCall) {
  const entry = world.journal.requests.find(({ number }) => `${number}` === name)
  if (entry) return entry
  throw new Refusal(404, `Request ${name} is not in the journal; it may have been dropped.`)
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || /^\d{1,15}$/.test(text)) return text === null ? undefined : Number(text)
  throw new Refusal(400, `The query parameter "${name}" is ${JSON.stringify(text)}; expected a number.`)
}
