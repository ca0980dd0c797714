import { UnderstudyError } from '../model/errors.ts'

/**
 * The base address of a mock: absolute (`https://api.example.com/v1`), of the page's origin (`/v1`; of any origin if there is
 * no page), or of any origin (`*` followed by a path). The default is `*\/v1`, and of it only `/posts` and what is below: other
 * services have a `/v1`, too.
 */
export class BaseUrl {
  /** The given text without a slash at its end. */
  readonly text: string
  /** The path that is in every address below it; empty if there is none. */
  readonly path: string
  /** What is answered: the text, or that of the posts. */
  readonly answered: string
  readonly #origin: string | undefined
  /** The base address, and the path below it. */
  readonly #split: RegExp

  /** @throws UnderstudyError `BASE_URL_INVALID` */
  constructor(given?: string) {
    const text = given ?? '*/v1'
    this.text = text.replace(/\/+$/, '')
    const hasAnyStart = text.startsWith('*')
    if (/^\*?\/[^/]/.test(this.text) || text === '/') {
      this.path = this.text.replace('*', '')
      this.#origin = hasAnyStart ? undefined : globalThis.location?.origin
    } else {
      if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw invalid(text)
      const { origin, pathname, search, hash } = new URL(this.text)
      if (search !== '' || hash !== '') throw invalid(text)
      this.#origin = origin
      this.path = pathname === '/' ? '' : pathname
    }
    const start = this.#origin === undefined ? '[^/]*//[^/]*' : escaped(this.#origin)
    const base = `${start}${hasAnyStart ? '.*?' : ''}${escaped(this.path)}`
    const below = given === undefined ? '(/posts(?:/.*)?)' : '(/.*)?'
    this.answered = given === undefined ? `${this.text}/posts` : this.text
    this.#split = new RegExp(`^(${base})${below}$`, 's')
  }

  /** Splits a URL into the base address and the path below it; undefined if it is not below the base. */
  split({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): { base: string; path: string } | undefined {
    const [, base, path = ''] = this.#split.exec(origin + pathname) ?? []
    return base === undefined ? undefined : { base, path }
  }

  /** MSW's patterns for all that is answered. */
  get patterns(): readonly string[] {
    const top = this.answered.slice(this.text.length)
    return [top, `${top}/*`].map((path) => this.pattern(path))
  }

  /** MSW's pattern for a path below the base address. */
  pattern(path: string): string {
    // Without a page, MSW cannot resolve a relative path.
    const isOfNoPage = this.#origin === undefined && !this.text.startsWith('*')
    return `${isOfNoPage ? '*' : ''}${this.text}${path}`
  }
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function invalid(text: string): UnderstudyError {
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the base URL: ${JSON.stringify(text)} is not an address. Give one such as "https://api.example.com/v1", "/v1" or "*/v1".`,
  )
}

/** Decodes a part of a URL; invalid escapes stay as they are. */
export function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The origin, path and query of an absolute URL: `new URL` costs as much as the rest of a request. */
export function partsOf(url: string) {
  const [, origin = '', pathname = '', query = ''] = /^([^/]*\/\/[^/]*)([^?#]*)(\?[^#]+)?/.exec(url) ?? []
  return { origin, pathname, query }
}

export function pathOf(base: string): string {
  return base.replace(/^[^/]*:\/\/[^/]*/, '')
}

/** An address, also an invalid one, without credentials, query and fragment. */
export function withoutCredentials(url: string): string {
  // Of an invalid address, a password may have any character.
  const credentials = URL.canParse(url) ? /^(\w+:\/\/)?[^/]*@/ : /^(\w+:\/\/)?.*@/s
  return url.replace(/[?#].*$/s, '').replace(credentials, '$1')
}
