import type { Fault, FaultOperation, FaultSettings, Latency } from '../../../handlers/faults/faults.ts'
import type { ControlClient } from './control-client.ts'

/** The faults of a test's world: like `mock.faults` of a mock in this process, with promises. */
export class ServedFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Delays replies by milliseconds, or a range of them; 0 ends it. */
  latency(latency: Latency, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ latency: { [operation]: latency } })
  }

  /** Makes the next requests fail; further calls are queued. */
  async next(operation: FaultOperation, fault: Fault, times = 1): Promise<void> {
    await this.#control.call('POST', 'faults/next', { operation, fault, times })
  }

  /** Makes a share of the requests fail, from 0 (none) to 1 (all). */
  rate(share: number, fault: Fault = { status: 500 }, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ rate: { [operation]: { share, fault } } })
  }

  /** Disconnects the network, or with false connects it again. */
  offline(offline = true): Promise<void> {
    return this.#change({ offline })
  }

  /** Removes all faults and latencies, and ends hanging requests. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'faults')
  }

  /** The current settings. */
  settings(): Promise<FaultSettings> {
    return this.#control.call('GET', 'faults')
  }

  #change(settings: Partial<FaultSettings>): Promise<void> {
    return this.#control.call('PATCH', 'faults', settings)
  }
}
