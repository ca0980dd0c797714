import type { Fault, FaultOperation, FaultSettings } from '../../handlers/faults/fault-settings.ts'
import { type ControlRoutes, fieldsIn } from './control-route.ts'
import { limits } from './limits.ts'
import { Refusal } from './refuse.ts'

/** The body of `POST /faults/next`. */
interface NextFault {
  readonly operation: FaultOperation
  readonly fault: Fault
  readonly times: number
}

export const faultsRoutes: ControlRoutes = {
  'GET /faults': {
    about: 'The fault settings: { offline, latency, next, rate }.',
    perform: ({ world }) => world.faults.settings,
  },
  'PATCH /faults': {
    about:
      'Changes some fault settings, without ending hanging requests: { "latency": { "list": 300 }, "offline": false }.',
    perform({ world: { faults }, body }) {
      const names = { offline: true, latency: true, next: true, rate: true } as const
      const { offline, latency, next, rate } = fieldsIn<FaultSettings>('set the faults', body, names)
      const before = faults.settings
      if (Array.isArray(next)) expectRoomFor(next.length)
      faults.settings = {
        offline: offline ?? before.offline,
        latency: { ...before.latency, ...latency },
        next: next ?? before.next,
        rate: { ...before.rate, ...rate },
      }
      return faults.settings
    },
  },
  'POST /faults/next': {
    about: 'Makes the next requests fail: { "operation": "create", "fault": { "status": 503 }, "times": 2 }.',
    perform({ world: { faults }, body }) {
      const names = { operation: true, fault: true, times: true } as const
      const { operation = 'any', fault, times = 1 } = fieldsIn<NextFault>('plan a fault', body, names)
      expectRoomFor(faults.settings.next.length + times)
      faults.next(operation, fault as Fault, times)
      return faults.settings
    },
  },
  'DELETE /faults': {
    about: 'Removes every fault and latency, and ends hanging requests.',
    perform: ({ world }) => world.faults.clear(),
  },
}

function expectRoomFor(count: number): void {
  if (count > limits.faults)
    throw new Refusal(413, `There are more than ${limits.faults} queued faults. DELETE the faults first.`)
}
