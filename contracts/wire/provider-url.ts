import { decoded } from '../../handlers/model/decoded.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'

export interface ProviderUrl {
  /** Without credentials and trailing slash. */
  readonly base: string
  readonly origin: string
  /** Such as `/v1`; empty where the base address is an origin. */
  readonly basePath: string
  /** The Authorization header of the credentials. */
  readonly authorization: string | undefined
}

/**
 * Reads the base address of a provider: ignores trailing slashes, and makes credentials an Authorization header (RFC 7617).
 *
 * @throws UnderstudyError `BASE_URL_INVALID`; its message shows neither credentials nor a query.
 * @example
 * readProviderUrl('https://ann:secret@api.example.com/v1/').base // 'https://api.example.com/v1'
 */
export function readProviderUrl(text: string): ProviderUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant = withScheme(text)
    if (meant === undefined) throw invalid(text, 'it is not an http address')
    throw invalid(text, 'it does not begin with http:// or https://', `Write ${meant}`)
  }
  if (url.search !== '')
    throw invalid(text, 'it has a query, which may be a secret', `${usual}, and pass a key as a header`)
  if (url.hash !== '') throw invalid(text, 'it has a fragment')
  const basePath = url.pathname.replace(/\/+$/, '')
  return { base: url.origin + basePath, origin: url.origin, basePath, authorization: authorizationOf(url) }
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

/** The address with its missing scheme; undefined where more is wrong. */
function withScheme(text: string): string | undefined {
  const begins = /^(?:[^/?#@]*@)?(?:\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*)(?::\d+)?(?:\/|$)/i
  const url = begins.test(text) && URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  if (url === undefined || !/[.:]|^localhost/.test(url.host)) return undefined
  const isNear = url.port !== '' || isLoopback(url.hostname)
  return `${isNear ? 'http' : 'https'}://${url.host}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether a host, as a URL spells it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])\.?$/i.test(
    hostname,
  )
}

const usual = 'Give only the base address, such as "http://127.0.0.1:3000/v1"'

function invalid(text: string, fact: string, nextStep = usual): UnderstudyError {
  const shown = text.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)?.*@/s, '$1')
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the provider's address "${shown}": ${fact}. ${nextStep}.`,
  )
}
