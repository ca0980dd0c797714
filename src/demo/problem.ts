/** A problem with a sentence for the user. */
export class Problem extends Error {
  /** 0 where there was no answer. */
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

const meanings: Readonly<Record<number, string>> = {
  400: 'The service does not take this as it is.',
  401: 'You have to sign in first.',
  403: 'You are not allowed to do this.',
  404: 'There is no such post any more.',
  409: 'Somebody else was faster. Look again, and repeat it.',
  410: 'There is no such post any more.',
  413: 'This is too long for the service.',
  422: 'The service does not take this as it is.',
  429: 'Too many requests. Wait a moment.',
  503: 'The service is busy. Try again in a moment.',
}

/** Makes a sentence of an error reply; what it says itself comes first, whatever shape it has. */
export function problemOf(status: number, body: string): Problem {
  const own = ownWords(body)
  const general = meanings[status] ?? (status >= 500 ? 'The service failed.' : 'The service refused.')
  return new Problem(own === undefined ? `${general} (${status})` : `${general} It says: ${own}`, status)
}

export function problemOfNetwork(error: unknown): Problem {
  const isSlow = error instanceof DOMException && error.name === 'TimeoutError'
  return new Problem(isSlow ? 'The service takes too long.' : 'The service cannot be reached.')
}

function ownWords(body: string): string | undefined {
  try {
    const { detail, message } = JSON.parse(body)
    const words = detail ?? message
    return typeof words === 'string' && words !== '' ? words : undefined
  } catch {
    return undefined
  }
}
