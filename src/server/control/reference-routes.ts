import { asCurl } from '../../devtools/as-curl.ts'
import { asTest } from '../../devtools/as-test.ts'
import { reference } from '../../devtools/reference.ts'
import { enterScenario } from '../../devtools/scenarios.ts'
import { shapedBy } from '../../devtools/shaped-by.ts'
import { watchOf } from '../../devtools/world-watch.ts'
import { seederFor } from '../seed-world.ts'
import { type ControlCall, ControlRefusal, type ControlRoute } from './control-route.ts'

export const referenceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/reference',
    about: 'The choices, the clauses with the words of the document, the presets in full, the scenarios.',
    perform: () => reference,
  },
  {
    method: 'POST',
    path: '/scenarios/:name',
    about: 'Enters a scenario of the reference, such as slow, offline or hostile.',
    async perform({ world, name }) {
      await enterScenario(world, name, () => seederFor(1))
      return watchOf(world).state
    },
  },
  {
    method: 'GET',
    path: '/curl/:name',
    about: 'A request of the journal, by its number, as a curl command; ?base= is the base address.',
    perform: (call) => ({ text: asCurl(requestOf(call), baseOf(call)) }),
  },
  {
    method: 'GET',
    path: '/test/:name',
    about: 'The same as a Vitest test.',
    perform: (call) => ({ text: asTest(requestOf(call), call.world, baseOf(call)) }),
  },
  {
    method: 'GET',
    path: '/shaping/:name',
    about: 'The choices that shaped its reply: another answer to one of them would have changed it.',
    perform: async (call) => ({ choices: await shapedBy(requestOf(call), call.world) }),
  },
]

function requestOf({ world, name }: ControlCall) {
  const entry = world.journal.requests.find(({ number }) => `${number}` === name)
  if (entry) return entry
  throw new ControlRefusal(404, `Request ${name} is not in the journal; it may have been dropped.`)
}

function baseOf({ query }: ControlCall): string {
  return query.get('base') ?? 'http://127.0.0.1:4010/v1'
}
