import { setTimeout as pause } from 'node:timers/promises'
import type { JournalEntry } from '../../../handlers/journal/journal-entry.ts'
import { type JournalFilter, journalMatcher, waitedInVain } from '../../../handlers/journal/journal-filter.ts'
import type { ControlClient } from './control-client.ts'

/** The journal of a test's world: like `mock.journal` of a mock in this process, with promises. */
export class ServedJournal {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** The requests so far, oldest first. */
  async requests(): Promise<readonly JournalEntry[]> {
    const { requests } = await this.#control.call<{ requests: JournalEntry[] }>('GET', 'journal')
    return requests
  }

  /** The requests that match a filter. */
  async filter(filter: JournalFilter): Promise<readonly JournalEntry[]> {
    return (await this.requests()).filter(journalMatcher(filter))
  }

  /**
   * Waits for the first request that matches the filter, including past ones.
   * @param options `timeout` in milliseconds, default 1000.
   * @throws UnderstudyError `WAIT_TIMED_OUT`, with the requests that arrived.
   */
  async waitFor(filter: JournalFilter, { timeout = 1000 }: { timeout?: number } = {}): Promise<JournalEntry> {
    const end = performance.now() + timeout
    for (;;) {
      const isLast = performance.now() >= end
      const requests = await this.requests()
      const found = requests.find(journalMatcher(filter))
      if (found) return found
      if (isLast) throw waitedInVain(filter, timeout, requests)
      await pause(25)
    }
  }

  /** Removes all requests. */
  clear(): Promise<void> {
    return this.#control.call('DELETE', 'journal')
  }
}
