import { asCurl } from '../devtools/as-curl.ts'
import { reference } from '../devtools/reference.ts'
import { enterScenario } from '../devtools/scenarios.ts'
import { shapedBy } from '../devtools/shaped-by.ts'
import { watchOf } from '../devtools/world-watch.ts'
import { type ControlCall, ControlRefusal, type ControlRoutes } from './control-route.ts'

/** The routes for the panel. */
export const panelRoutes: ControlRoutes = {
  'GET /state': {
    about: 'The number of posts, requests and changes to undo; faults; profile.',
    perform: ({ world }) => watchOf(world).state,
  },
  'GET /stream': {
    about:
      'The same as a server-sent event "state", now and after every change, and every request as "request".',
    perform: ({ world, stream }) =>
      stream((send) =>
        watchOf(world).follow({
          state: (state) => send('state', state),
          request: (entry) => send('request', entry),
        }),
      ),
  },
  'POST /undo': {
    about: 'Undoes the last change of the posts by any client, since the state was first requested.',
    perform({ world }) {
      const watch = watchOf(world)
      if (!watch.undo()) throw new ControlRefusal(409, 'There is no change of the posts to undo.')
      return watch.state
    },
  },
  'GET /reference': {
    about: 'The choices, the clauses with the words of the document, the presets, the scenarios.',
    perform: () => reference,
  },
  'POST /scenarios/:name': {
    about: 'Starts a scenario of the reference, such as slow, offline or hostile.',
    async perform({ world, name, seederFor }) {
      await enterScenario(world, name, () => seederFor(1))
      return watchOf(world).state
    },
  },
  'GET /curl/:name': {
    about: 'A request of the journal, by its number, as a curl command; ?base= is the base address.',
    perform: (call) => ({ text: asCurl(requestOf(call), baseOf(call)) }),
  },
  'GET /shaping/:name': {
    about: 'The choices that affected its reply.',
    perform: async (call) => ({ choices: await shapedBy(requestOf(call), call.world) }),
  },
}

function requestOf({ world, name }: ControlCall) {
  const entry = world.journal.requests.find(({ number }) => `${number}` === name)
  if (entry) return entry
  throw new ControlRefusal(404, `Request ${name} is not in the journal; it may have been dropped.`)
}

function baseOf({ query, postsUrl }: ControlCall): string {
  return query.get('base') ?? postsUrl
}
