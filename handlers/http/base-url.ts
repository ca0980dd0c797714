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
  /** The highest path that is answered. */
  readonly #top: string
  /** Empty for any. */
  readonly #origin: string
  /** Whether the path may stand anywhere in an address. */
  readonly #isAnywhere: boolean

  /**
   * @param options for a server: the origin of a path, empty for any; and the highest path that is answered. Default that of the
   * page, and the path.
   * @throws UnderstudyError `BASE_URL_INVALID`
   */
  constructor(given?: string, options: { readonly origin?: string; readonly top?: string } = {}) {
    const text = given ?? '*/v1'
    this.text = text.replace(/\/+$/, '')
    this.#isAnywhere = text.startsWith('*')
    const isPath = /^\*?\/[^/]/.test(this.text) || text === '/'
    const address = isPath ? `http://any${this.text.replace('*', '')}` : text
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw invalid(text)
    const { origin, pathname, search, hash } = new URL(address)
    if (search !== '' || hash !== '') throw invalid(text)
    this.path = pathname.replace(/\/+$/, '')
    const { origin: ofPath = globalThis.location?.origin ?? '' } = options
    this.#origin = this.#isAnywhere ? '' : isPath ? ofPath : origin
    this.#top = options.top ?? (given === undefined ? `${this.path}/posts` : this.path)
    this.answered = this.text + this.#top.slice(this.path.length)
  }

  /** Splits a URL into the base address and the path below it; undefined if it is not below the base. */
  split({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): { base: string; path: string } | undefined {
    if (this.#origin !== '' && this.#origin !== origin) return undefined
    let start = 0
    while (!isBelow(pathname, this.#top, start)) {
      start = this.#isAnywhere ? pathname.indexOf(this.#top, start + 1) : -1
      if (start < 0) return undefined
    }
    const end = start + this.path.length
    return { base: origin + pathname.slice(0, end), path: pathname.slice(end) }
  }

  /** MSW's patterns for all that is answered. */
  get patterns(): readonly string[] {
    const top = this.pattern(this.#top.slice(this.path.length))
    return [top, `${top}/*`]
  }

  /** MSW's pattern for a path below the base address. */
  pattern(path: string): string {
    return `${this.#origin || '*'}${this.path}${path}`
  }
}

/** Whether a path is a folder, or below it; the folder has no slash at its end. @param start where the folder begins. */
export function isBelow(path: string, folder: string, start = 0): boolean {
  const end = start + folder.length
  return path.startsWith(folder, start) && (path.length === end || path[end] === '/')
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
