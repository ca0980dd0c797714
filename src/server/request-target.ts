export interface RequestTarget {
  /** The host and port of an absolute target, which override the Host header (RFC 9112, section 3.2.2). */
  readonly authority: string | undefined
  /** Still percent-encoded. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
}

/** Parses a request target: `/v1/posts?q=1`, `http://host:4010/v1/posts`, or `*`. */
export function readTarget(text: string): RequestTarget {
  if (text[0] === '/') return cutAtQuery(undefined, text)
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? []
  if (authority === undefined) return { authority: undefined, path: text, query: '' }
  return cutAtQuery(authority, rest[0] === '/' ? rest : `/${rest}`)
}

function cutAtQuery(authority: string | undefined, text: string): RequestTarget {
  const mark = text.indexOf('?')
  if (mark < 0) return { authority, path: text, query: '' }
  const query = text.slice(mark)
  return { authority, path: text.slice(0, mark), query: query === '?' ? '' : query }
}

/** Whether a text is a host with or without a port: a name, an IPv4 address, or an IPv6 address in brackets. */
export function isAuthority(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text)
}

/** Whether a path is a folder, or below it; the folder has no trailing slash. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
}
