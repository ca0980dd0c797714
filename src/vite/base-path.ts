import type { ResolvedConfig } from 'vite'
import { BaseUrl, defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { invalid } from './options.ts'

type Address = Pick<ResolvedConfig['server'], 'host' | 'port' | 'https'>

/**
 * The base path of the mock in the dev server, without a slash at its end.
 *
 * @param text the option `baseUrl`.
 * @param own the address of the dev server.
 * @throws UnderstudyError `OPTION_INVALID` for an address of another server, `BASE_URL_INVALID`
 */
export function basePathOf(text: string = defaultBaseUrl, own: Address): string {
  const { text: address } = new BaseUrl(text)
  if (address === '*')
    throw invalid(
      'baseUrl',
      'is "*", which any path may lie below',
      'Give a path such as "/v1", or set `mode: "worker"`.',
    )
  if (!/^https?:/i.test(address)) return address.replace('*', '')
  const { origin, pathname } = new URL(address)
  if (!isOwn(origin, own)) {
    throw invalid(
      'baseUrl',
      `is "${text}", and a dev server gets no requests for ${origin}`,
      'Give the path alone, and let the app use it in development, or set `mode: "worker"`, which answers any address.',
    )
  }
  return pathname === '/' ? '' : pathname
}

function isOwn(origin: string, { host, port, https }: Address): boolean {
  const { protocol, hostname, port: asked } = new URL(origin)
  const names = ['localhost', '127.0.0.1', '[::1]', typeof host === 'string' ? host : '']
  const standard = protocol === 'https:' ? '443' : '80'
  return (
    names.includes(hostname) &&
    protocol === (https ? 'https:' : 'http:') &&
    (asked || standard) === String(port)
  )
}
