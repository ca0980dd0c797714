import type { Fault, FaultOperation, FaultSettings } from '../../handlers/faults/fault-settings.ts'
import { type ControlApp, fieldsOf, reply } from './control-call.ts'
import { refuse } from './refuse.ts'

/** The most queued faults. */
const most = 10_000

/** The body of `POST /faults/next`. */
interface NextFault {
  readonly operation: FaultOperation
  readonly fault: Fault
  readonly times: number
}

export function addFaultsRoutes(app: ControlApp): void {
  app.get('/faults', (c) => reply(c, c.get('world').faults.settings))

  // Changes the settings that are named, without ending hanging requests.
  app.patch('/faults', (c) => {
    const { faults } = c.get('world')
    const { latency, rate, ...others } = fieldsOf<FaultSettings>(c, '{ "latency": { "list": 300 } }')
    const before = faults.settings
    faults.settings = {
      ...before,
      ...others,
      latency: { ...before.latency, ...latency },
      rate: { ...before.rate, ...rate },
    }
    return reply(c, faults.settings)
  })

  app.post('/faults/next', (c) => {
    const { faults } = c.get('world')
    const example = '{ "operation": "create", "fault": { "status": 503 }, "times": 2 }'
    const { operation = 'any', fault, times = 1 } = fieldsOf<NextFault>(c, example)
    if (faults.settings.next.length + times > most)
      return refuse(413, `There are more than ${most} queued faults. DELETE the faults first.`)
    faults.next(operation, fault as Fault, times)
    return reply(c, faults.settings)
  })

  app.delete('/faults', (c) => reply(c, c.get('world').faults.clear()))
}
