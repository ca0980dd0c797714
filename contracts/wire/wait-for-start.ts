import { isBusy } from '../spec/exchange.ts'
import { createProviderClient, type ProviderClientOptions } from './client.ts'
import { realClock } from './clock.ts'
import { ProviderUnreachable } from './failure.ts'

/** The pause between two attempts, in milliseconds. */
const pause = 500

/**
 * Waits until a service that starts answers `GET /posts` with anything but 502, 503 or 504. After `wait` milliseconds
 * it returns too: the run then says what is wrong.
 */
export async function waitForStart(options: ProviderClientOptions, wait: number): Promise<void> {
  const { clock = realClock, signal } = options
  const end = clock.now() + wait
  while (!(await isUp(options)) && clock.now() < end && !signal?.aborted)
    await clock.wait(pause, signal).catch(() => {})
}

async function isUp(options: ProviderClientOptions): Promise<boolean> {
  // A client gives up after some failures.
  const client = createProviderClient(options)
  try {
    return !isBusy(await client.send({ method: 'GET', path: '/posts', headers: {} }))
  } catch (error) {
    if (error instanceof ProviderUnreachable || options.signal?.aborted) return false
    throw error
  } finally {
    await client.close()
  }
}
