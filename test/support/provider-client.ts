import { onTestFinished } from 'vitest'
import type { ProviderClient, ProviderClientOptions, RequestGuard } from '../../contracts/wire/client.ts'
import { createProviderClient } from '../../contracts/wire/client.ts'

/**
 * Makes a client that ends with the test and that no proxy of the machine's own environment reaches.
 * @param guard default one that lets every write pass: for providers that only the test uses.
 */
export function clientFor(
  url: string,
  options: Partial<ProviderClientOptions> = {},
  guard: RequestGuard = (request, send) => send(request),
): ProviderClient {
  const client = createProviderClient({ url, ...options })
  onTestFinished(() => client.close())
  return client.writing(guard)
}

export function get(client: ProviderClient, path = '/posts') {
  return client.send({ method: 'GET', path, headers: {} })
}

export function write(client: ProviderClient, method: string, path = '/posts', body = '{}') {
  return client.send({ method, path, headers: { 'content-type': 'application/json' }, body })
}
