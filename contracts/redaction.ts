import { htmlEscape } from 'escape-goat'
import { decoded } from '../handlers/http/base-url.ts'
import { isSecret } from '../handlers/http/secrets.ts'
import { mapTexts, unicodeEscape } from '../handlers/model/visible.ts'

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
/** Words of every report: a part of a secret that is also in them stays. */
const ordinary = ['posts-understudy', 'application/json', 'authorization', 'user-agent']
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

/**
 * Makes the redactor of a run. Secrets are: every header that may be a credential, each token, cookie and parameter
 * in it, the passwords of addresses, proxies included, or the user names where there are only these.
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
  ]
  return createRedactor([...new Set(secrets)], known)
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
  if (!isSecret(name)) return value.length >= 8 ? [value] : []
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

/** An address, also an invalid one, without credentials, query and fragment. */
export function withoutCredentials(url: string): string {
  // Of an invalid address, a password may have any character.
  const credentials = URL.canParse(url) ? /^(\w+:\/\/)?[^/]*@/ : /^(\w+:\/\/)?.*@/s
  return url.replace(/[?#].*$/s, '').replace(credentials, '$1')
}

/** Removes secrets from all that a run prints, writes or returns. */
export interface Redactor {
  /** A text without the secrets, in whatever usual encoding, and without their longer parts. */
  text(text: string): string
  /**
   * Plain data without secrets, in texts, in member names and in long numbers, and without the sessions that the
   * provider opened.
   */
  data<Value>(value: Value): Value
}

/** Where a text was cut, a part of a secret is left: it is removed from half of the secret on, but for these lengths. */
const shortestPart = 8
const longestPart = 12
/** A shorter secret is removed only where it is a separate word. */
const shortestAnywhere = 4
/** A shorter code is not searched for: it could stand anywhere by chance. */
const shortestCode = 6
/** Headers with which a provider opens a session. */
const opensSession = /^(?:set-cookie2?|authorization|authentication-info|x-.*(?:token|session|secret|key).*)$/

/**
 * Makes a redactor of these secrets.
 * @param known public texts, such as the provider's address: a part of a secret that is also in them stays.
 * @example
 * createRedactor(['s3cr/t']).text('{"password":"s3cr\\/t"}') // '{"password":"[secret]"}'
 */
export function createRedactor(secrets: readonly string[], known: readonly string[] = []): Redactor {
  const needles = new Needles(secrets, known)
  const marker = needles.rangesIn('[secret]').length === 0 ? '[secret]' : '[…]'
  const text = (original: string) => {
    let result = ''
    let end = 0
    for (const [from, to] of needles.rangesIn(original)) {
      if (from >= end) result += original.slice(end, from) + marker
      end = Math.max(end, to)
    }
    return result + original.slice(end)
  }
  const redacted = (each: unknown): unknown => {
    if (typeof each === 'number' || typeof each === 'bigint') {
      const digits = String(each)
      return digits.length < shortestPart || text(digits) === digits ? each : marker
    }
    if (Array.isArray(each)) return each.map(redacted)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each).map(([name, member]) => [
        name,
        typeof member === 'string' && opensSession.test(name) ? `[${name}]` : redacted(member),
      ]),
    )
  }
  return { text, data: <Value>(value: Value) => redacted(mapTexts(value, text)) as Value }
}

/** Ignores case, and how base64url and forms write some characters. Keeps the length. */
function folded(text: string): string {
  return text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[- ]/g, '+')
    .replaceAll('_', '/')
}

/** Finds secrets in a text, in time proportional to its length. */
class Needles {
  /** Spellings and their parts, and whether each is removed only where it is a separate word. */
  readonly #needles = new Map<string, boolean>()

  constructor(secrets: readonly string[], known: readonly string[]) {
    const plain = folded(known.join('\n'))
    const given = secrets.filter((each) => each !== '')
    // As it was given, and as a provider decodes it.
    for (const secret of new Set(given.flatMap((each) => [each, decoded(each)]))) {
      const once = [secret, ...encoded(secret)]
      for (const spelling of new Set([...once, ...once.flatMap(encoded)])) {
        const form = folded(spelling)
        if (secret.length < shortestPart) this.#needles.set(form, secret.length < shortestAnywhere)
        else {
          const half = Math.ceil(secret.length / 2)
          const parts = piecesOf(form, Math.max(shortestPart, Math.min(longestPart, half)))
          for (const [, part] of parts) this.#needles.set(plain.includes(part) ? form : part, false)
        }
      }
    }
  }

  /** Where secrets are in a text, in order. */
  rangesIn(original: string): readonly (readonly [from: number, to: number])[] {
    const text = folded(original)
    const ranges: [number, number][] = []
    for (const length of new Set([...this.#needles.keys()].map((needle) => needle.length)))
      for (const [from, piece] of piecesOf(text, length)) {
        const isWord = this.#needles.get(piece)
        const to = from + length
        const isPart = isWord && /\w/.test(`${text[from - 1] ?? ''}${text[to] ?? ''}`)
        if (isWord !== undefined && !isPart) ranges.push([from, to])
      }
    return ranges.sort(([one], [other]) => one - other)
  }
}

/** What JSON of Go, of Python and of .NET writes as a code. */
const escaped = [/[<>&]/g, /[^ -~]/g, /[^ -~]|[<>&'`+]/g]

/** A secret as it is written in URLs, forms, JSON of several languages, HTML, in hex, and in base64 at each alignment. */
function encoded(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [
    encodeURIComponent(text.toWellFormed()),
    new URLSearchParams([['', text]]).toString().slice(1),
    json,
    json.replaceAll('/', '\\/'),
    ...escaped.map((characters) => json.replace(characters, unicodeEscape)),
    htmlEscape(text),
    ...[Buffer.from(text).toString('hex'), ...base64Of(text)].filter(({ length }) => length >= shortestCode),
  ]
}

/** Base64 of a text that follows some other bytes, without the digits that also depend on what is around it. */
function base64Of(text: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return bytes.toString('base64').slice(from, to)
  })
}

/** All parts of a text that are as long, with their places. */
function* piecesOf(text: string, length: number): Generator<readonly [at: number, piece: string]> {
  for (let at = 0; at + length <= text.length; at++) yield [at, text.slice(at, at + length)]
}
