import { UnderstudyError } from '../model/errors.ts'

/** The default base URL: `/v1` of any origin. */
export const defaultBaseUrl = '*/v1'

/** An address for a person: `*\/v1/posts` is `/v1/posts of any origin`. */
export function addressInWords(address: string): string {
  return address.replace(/^\*(.*)/, '$1 of any origin')
}

/** A URL split into the base address and the rest. */
export interface SplitUrl {
  readonly base: string
  readonly path: string
}

/**
 * The base address of a mock: absolute (`https://api.example.com/v1`), of the page's origin (`/v1`; of any origin if there is
 * no page), of any origin (`*` followed by a path), or of any origin and path (`*`).
 */
export class BaseUrl {
  /** The given text without a slash at its end. */
  readonly text: string
  readonly #origin: string | undefined
  readonly #path: string

  /** @throws UnderstudyError `BASE_URL_INVALID` */
  constructor(text: string) {
    this.text = text.replace(/\/+$/, '')
    if (this.text === '*') {
      this.#path = '*'
    } else if (/^\*?\/[^/]/.test(this.text) || text === '/') {
      this.#path = this.text.replace('*', '')
      this.#origin = this.text.startsWith('*') ? undefined : globalThis.location?.origin
    } else {
      if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw invalid(text)
      const { origin, pathname, search, hash } = new URL(this.text)
      if (search !== '' || hash !== '') throw invalid(text)
      this.#origin = origin
      this.#path = pathname === '/' ? '' : pathname
    }
  }

  /** The path that is in every address below it; empty if there is none. */
  get path(): string {
    return this.#path === '*' ? '/posts' : this.#path
  }

  /** Splits a URL into the base address and the path below it; undefined if it is not below the base. */
  split({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): SplitUrl | undefined {
    if (this.#origin !== undefined && origin !== this.#origin) return undefined
    const end = this.#path === '*' ? indexOfSegment(pathname, '/posts') : this.#endOfBase(pathname)
    return end < 0 ? undefined : { base: origin + pathname.slice(0, end), path: pathname.slice(end) }
  }

  /** MSW's pattern for a path below the base address. */
  pattern(path: string): string {
    // Without a page, MSW cannot resolve a relative path.
    const isOfNoPage = this.#origin === undefined && !this.text.startsWith('*')
    return `${isOfNoPage ? '*' : ''}${this.text}${path}`
  }

  #endOfBase(pathname: string): number {
    const start = this.text.startsWith('*')
      ? indexOfSegment(pathname, this.#path)
      : pathname.startsWith(this.#path)
        ? 0
        : -1
    const end = start + this.#path.length
    return start < 0 || (end < pathname.length && pathname[end] !== '/') ? -1 : end
  }
}

/** The index of a sequence of complete path segments. */
function indexOfSegment(pathname: string, segments: string): number {
  for (let at = pathname.indexOf(segments); at >= 0; at = pathname.indexOf(segments, at + 1)) {
    const after = pathname[at + segments.length]
    if (after === undefined || after === '/') return at
  }
  return -1
}

function invalid(text: string): UnderstudyError {
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the base URL: ${JSON.stringify(text)} is not an address. Give one such as "https://api.example.com/v1", "/v1", "*/v1" or "*".`,
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
