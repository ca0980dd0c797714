import type { FaultSettings } from '../../handlers/faults/faults.ts'

/** A situation for testing an app. */
export interface Scenario {
  readonly id: string
  readonly name: string
  /** A sentence that describes it. */
  readonly about: string
}

export interface NetworkScenario extends Scenario {
  readonly faults: Partial<FaultSettings>
}

const quiet: FaultSettings = { offline: false, latency: {}, next: [], rate: {} }

export const networkScenarios: readonly NetworkScenario[] = [
  { id: 'normal', name: 'Normal', about: 'Every request is answered at once.', faults: {} },
  {
    id: 'slow',
    name: 'Slow',
    about: 'Each reply takes 0.8 to 2.5 seconds: a phone on a train.',
    faults: { latency: { any: { min: 800, max: 2500 } } },
  },
  {
    id: 'flaky',
    name: 'Flaky',
    about: 'Every fourth request is a 503, the others take up to 0.6 seconds.',
    faults: {
      latency: { any: { min: 100, max: 600 } },
      rate: { any: { share: 0.25, fault: { status: 503 } } },
    },
  },
  {
    id: 'lossy',
    name: 'Lossy',
    about: 'Every fourth reply is lost after the work was done: is it sent again, and done twice?',
    faults: { rate: { any: { share: 0.25, fault: 'reply-lost' } } },
  },
  {
    id: 'read-only',
    name: 'Read only',
    about: 'Reading works; create, replace and delete are 503.',
    faults: writesFail(),
  },
  { id: 'offline', name: 'Offline', about: 'No request gets an answer.', faults: { offline: true } },
]

/** The network scenario with these fault settings; undefined for custom settings. */
export function scenarioOf({ offline, latency, next, rate }: FaultSettings): string | undefined {
  if (next.length > 0) return undefined
  const key = JSON.stringify({ ...quiet, offline, latency, rate })
  return networkScenarios.find(({ faults }) => JSON.stringify({ ...quiet, ...faults }) === key)?.id
}

function writesFail(): Partial<FaultSettings> {
  const fails = { share: 1, fault: { status: 503 } }
  return { rate: { create: fails, replace: fails, delete: fails } }
}

export function faultsOf({ faults }: NetworkScenario): FaultSettings {
  return { ...quiet, ...faults }
}
