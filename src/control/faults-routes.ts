import type { Fault, FaultOperation, FaultSettings, Faults } from '../../handlers/faults/faults.ts'
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
      const change = fieldsIn<FaultSettings>('set the faults', body, names)
      const before = faults.settings
      try {
        setFaults(faults, change)
      } catch (error) {
        faults.settings = before
        throw error
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

/** @throws UnderstudyError `OPTION_INVALID`, perhaps after some settings were changed */
function setFaults(faults: Faults, { offline, latency, rate, next }: Partial<FaultSettings>): void {
  if (offline !== undefined) faults.offline(offline)
  for (const [operation, each] of Object.entries(latency ?? {}))
    faults.latency(each, operation as FaultOperation)
  for (const [operation, each] of Object.entries(rate ?? {}))
    faults.rate(each?.share, each?.fault, operation as FaultOperation)
  if (next === undefined) return
  if (!Array.isArray(next)) throw new Refusal(400, 'Failed to set the faults: "next" is not a list.')
  expectRoomFor(next.length)
  faults.settings = { ...faults.settings, next: [] }
  for (const each of next) faults.next(each?.operation, each?.fault)
}

function expectRoomFor(count: number): void {
  if (count > limits.faults)
    throw new Refusal(413, `There are more than ${limits.faults} queued faults. DELETE the faults first.`)
}
