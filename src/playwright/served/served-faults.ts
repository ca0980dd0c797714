import type { Fault, FaultOperation, FaultSettings, Latency } from '../../../handlers/faults/faults.ts'
import type { ControlClient } from './control-client.ts'

/** What goes wrong in the world of a test, and how slowly; as `posts.faults` of a mock in this process, with promises. */
export class ServedFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Delays replies by milliseconds, or a range of them; 0 ends it. */
  latency(latency: Latency, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ latency: { [operation]: latency } })
  }

  /** Makes the next requests fail, one after the other; further calls queue up behind. */
  async next(operation: FaultOperation, fault: Fault, times = 1): Promise<void> {
    await this.#control.call('POST', 'faults/next', { operation, fault, times })
  }

  /** Makes a share of the requests fail, from 0 (none) to 1 (all). */
  rate(share: number, fault: Fault = { status: 500 }, operation: FaultOperation = 'any'): Promise<void> {
    return this.#change({ rate: { [operation]: { share, fault } } })
  }

  /** Cuts the network, or with false mends it. */
  offline(offline = true): Promise<void> {
    return this.#change({ offline })
  }

  /** Ends every fault and latency, and lets go of requests that hang. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'faults')
  }

  /** What is set at the moment. */
  settings(): Promise<FaultSettings> {
    return this.#control.call('GET', 'faults')
  }

  #change(settings: Partial<FaultSettings>): Promise<void> {
    return this.#control.call('PATCH', 'faults', settings)
  }
}
