import { decoded, withoutCredentials } from '../../handlers/http/base-url.ts'
import { createRedactor, type Redactor } from './redactor.ts'

/** The inputs of a run that may hold secrets. */
export interface GivenSecrets {
  /** Addresses, possibly with credentials or keys in them; they need not be valid URLs. */
  readonly urls?: readonly (string | undefined)[]
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Headers that never hold a secret. */
const harmless =
  /^(?:accept(?:-.*)?|cache-control|dnt|from|host|origin|pragma|prefer|referer|user-agent|x-request-id|x-correlation-id|traceparent)$/i
const credential = /auth|cookie|credential|key|pass|secret|session|sign|token/i
/** Words of every report: a part of a secret that is also in them stays. */
const ordinary = ['posts-understudy', 'application/json', 'authorization', 'user-agent']
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

/**
 * Makes the redactor of a run. Secrets are: every header that may be a credential, each token, cookie and parameter
 * in it, the passwords of addresses, proxies included, or the user names where there are only these, and what a Pact
 * broker asks for.
 *
 * @example
 * const { text } = redactorFor({ headers: { Authorization: 'Bearer s3cr3t/t0ken' } })
 * text('unknown token s3cr3t%2Ft0ken') // 'unknown token [secret]'
 */
export function redactorFor({ urls = [], headers = {} }: GivenSecrets): Redactor {
  const given = urls.flatMap((url) => url ?? [])
  const ofProxies = proxies.flatMap((name) => [process.env[name], process.env[name.toLowerCase()]])
  const known = [...ordinary, ...given.map(withoutCredentials)]
  const secrets = [
    ...Object.entries(headers).flatMap(([name, value]) => secretsInHeader(name, value.trim())),
    ...[...given, ...ofProxies].flatMap((url) => secretsInUrl(url ?? '')),
    ...brokerSecrets(),
  ]
  return createRedactor([...new Set(secrets)], known)
}

/** The credentials in the environment of Pact's own tools. */
function brokerSecrets(): string[] {
  const {
    PACT_BROKER_TOKEN: token = '',
    PACT_BROKER_USERNAME: user = '',
    PACT_BROKER_PASSWORD: password = '',
  } = process.env
  return [token.trim(), ...userinfoSecrets(user && `${user}:${password}`)]
}

/** Runs the work on unredacted replies, and redacts its result (plain data) and the message of any error. */
export async function withoutSecrets<Result>(
  given: GivenSecrets,
  work: (redactor: Redactor) => Promise<Result>,
): Promise<Result> {
  const redactor = redactorFor(given)
  try {
    return redactor.data(await work(redactor))
  } catch (error) {
    // The message of a DOMException cannot be assigned.
    if (error instanceof Error)
      Object.defineProperties(error, {
        message: { value: redactor.text(error.message) },
        stack: { value: redactor.text(error.stack ?? '') },
      })
    throw error
  }
}

function secretsInHeader(name: string, value: string): string[] {
  if (harmless.test(name)) return []
  // A short value of another header ("X-Tenant: posts") is not a secret.
  if (!credential.test(name)) return value.length >= 8 ? [value] : []
  if (/^cookie$/i.test(name)) return valuesIn(value)
  const [scheme = '', token] = value.split(/\s+(.*)/s)
  if (token === undefined) return [value, ...valuesIn(value)]
  const isBasic = /^basic$/i.test(scheme)
  const userinfo = isBasic ? userinfoSecrets(Buffer.from(token, 'base64').toString()) : []
  return [token, ...valuesIn(token), ...userinfo]
}

/** The values of cookies and of parameters: `sid=abc; theme="dark"`. */
function valuesIn(text: string): string[] {
  return text
    .split(/[;,\s]+/)
    .flatMap((pair) => /^[^=]+=(.+)$/.exec(pair)?.[1]?.replace(/^"(.*)"$/, '$1') ?? [])
    .filter((value) => value.length >= 4 && !/^(?:true|false|null|=+)$/.test(value))
}

function secretsInUrl(url: string): string[] {
  const [, userinfo = ''] = /^(?:[a-z][\w+.-]*:)?[/\\]*([^/?#]*)@/i.exec(url) ?? []
  const queries = /[?#].*/s.exec(url)?.[0].split(/[?#&]/) ?? []
  return [...userinfoSecrets(userinfo), ...userinfoSecrets(decoded(userinfo)), ...queries.flatMap(valuesIn)]
}

/** The password, or a user name alone, which is an API key; and both together, as Basic sends them. */
function userinfoSecrets(userinfo: string): string[] {
  if (userinfo === '') return []
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(userinfo) ?? []
  return [userinfo, password === '' ? user : password]
}
