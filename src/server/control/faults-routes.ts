import type { Fault, FaultSettings } from '../../../handlers/faults/faults.ts'
import { readControlBody } from './control-body.ts'
import { ControlRefusal, type ControlRoute } from './control-route.ts'
import { faultChangeSchema, faultSettingsSchema, mostNext, nextFaultSchema } from './fault-settings.ts'

export const faultsRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    about: 'The fault settings: { offline, latency, next, rate }.',
    perform: ({ world }) => world.faults.settings,
  },
  {
    method: 'PUT',
    path: '/faults',
    about: 'Sets them all at once, as GET gives them; what is left out is none.',
    perform({ world, body }) {
      const settings = readControlBody(faultSettingsSchema, body) as FaultSettings
      world.faults.clear()
      world.faults.settings = settings
      return world.faults.settings
    },
  },
  {
    method: 'PATCH',
    path: '/faults',
    about:
      'Changes what is named, and lets what hangs hang: { "latency": { "list": 300 }, "offline": false }.',
    perform({ world: { faults }, body }) {
      const change = readControlBody(faultChangeSchema, body) as Partial<FaultSettings>
      const { latency, rate } = faults.settings
      faults.settings = {
        ...faults.settings,
        ...change,
        latency: { ...latency, ...change.latency },
        rate: { ...rate, ...change.rate },
      }
      return faults.settings
    },
  },
  {
    method: 'POST',
    path: '/faults/next',
    about: 'Makes the next requests fail: { "operation": "create", "fault": { "status": 503 }, "times": 2 }.',
    perform({ world, body }) {
      const { operation, fault, times } = readControlBody(nextFaultSchema, body)
      if (world.faults.settings.next.length + times > mostNext)
        throw new ControlRefusal(413, `More than ${mostNext} requests are to fail. DELETE the faults first.`)
      world.faults.next(operation, fault as Fault, times)
      return world.faults.settings
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    about: 'Ends every fault and latency, and lets go of requests that hang.',
    perform: ({ world }) => world.faults.clear(),
  },
]
