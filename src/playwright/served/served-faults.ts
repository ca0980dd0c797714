import {
  type Fault,
  type FaultScope,
  type FaultSettings,
  Faults,
  type Latency,
} from '../../../handlers/faults.ts'
import { realTimers } from '../../../handlers/timers.ts'
import type { ControlClient } from './control-client.ts'

/** What goes wrong in the world of a test, and how slowly; as `posts.faults` of a mock in this process, with promises. */
export class ServedFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Delays replies by milliseconds, or a range of them; 0 ends it. */
  latency(latency: Latency, scope?: FaultScope): Promise<void> {
    return this.#change((faults) => faults.latency(latency, scope))
  }

  /** Makes the next requests fail, one after the other; further calls queue up behind. */
  async next(scope: FaultScope, fault: Fault, times = 1): Promise<void> {
    await this.#control.call('POST', 'faults/next', { scope, fault, times })
  }

  /** Makes a share of the requests fail, from 0 (none) to 1 (all). */
  rate(share: number, fault?: Fault, scope?: FaultScope): Promise<void> {
    return this.#change((faults) => faults.rate(share, fault, scope))
  }

  /** Cuts the network, or with false mends it. */
  offline(offline?: boolean): Promise<void> {
    return this.#change((faults) => faults.offline(offline))
  }

  /** Ends every fault and latency, and lets go of requests that hang. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'faults')
  }

  /** What is set at the moment. */
  settings(): Promise<FaultSettings> {
    return this.#control.call('GET', 'faults')
  }

  /**
   * Sets all anew, which lets go of requests that hang. A model of the server's faults says what the settings become, so that
   * there is one rule for both.
   */
  async #change(change: (faults: Faults) => void): Promise<void> {
    const faults = new Faults(0, realTimers)
    faults.settings = await this.settings()
    change(faults)
    await this.#control.call('PUT', 'faults', faults.settings)
  }
}
