import type { Step } from '../behaviour/case.ts'
import { bytesOf } from '../behaviour/oracle/sent-body.ts'
import { type Dice, randomRequest } from './random-request.ts'

/** Bytes for a socket. */
export interface RandomBytes {
  /** In the pieces in which they are sent. */
  readonly pieces: readonly Buffer[]
  /** What the first request line asks, where it is one; a reply to HEAD has no body. */
  readonly method: string
  /** The request, where the bytes are a valid one: the reply may be held to what the service promises. */
  readonly step: Step | undefined
}

const oddLines = [
  ...[
    'GET /v1/posts',
    'GET /v1/posts HTTP/0.9',
    'GET /v1/posts HTTP/2.0',
    'GET  /v1/posts HTTP/1.1',
    'GET * HTTP/1.1',
  ],
  ...[
    'OPTIONS * HTTP/1.1',
    'CONNECT example.com:80 HTTP/1.1',
    'GET http://example.com/v1/posts HTTP/1.1',
    'PRI * HTTP/2.0',
  ],
  ...[
    'GET /v1/posts\u0000 HTTP/1.1',
    'GET /v1/posts/\u00e9\u00ff HTTP/1.1',
    `GET /v1/posts/${'9'.repeat(20_000)} HTTP/1.1`,
  ],
  ...[
    'GET /v1/../v1/posts HTTP/1.1',
    'GET /v1/posts#top HTTP/1.1',
    'get /v1/posts HTTP/1.1',
    'POST /v1/posts HTTP/1.0',
    '',
  ],
  ...[
    'GET //v1/posts HTTP/1.1',
    'GET /_understudy/journal HTTP/1.1',
    'DELETE /_understudy/ HTTP/1.1',
    'M-SEARCH /v1/posts HTTP/1.1',
  ],
]

const oddHeaders = [
  ...[
    'Content-Length: -1',
    'Content-Length: 5',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: 99999999999999999999',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked\r\nContent-Length: 3',
    'Expect: 100-continue',
  ],
  ...[
    'Expect: something',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Host: a\r\nHost: b',
    'Host: ',
    'Host: a b',
    'Host: [::1',
    ': no name',
  ],
  ...[
    'X: \u0000',
    'X\u0000: y',
    'X : y',
    ' folded: x',
    'X: \r\n y',
    'X: \u007f',
    'Origin: \u00e9\u0001',
    'Origin: \u00ff',
    'Origin: ',
  ],
  ...[
    `X: ${'y'.repeat(20_000)}`,
    'X: y\r\n'.repeat(3000).slice(0, -2),
    'Content-Type: \u00ff',
    'X-Understudy-World: \u00e9/..',
  ],
  ...[
    'X-Understudy-World: fuzz',
    'Connection: \u00e9',
    'Content-Encoding: gzip',
    'Access-Control-Request-Method: \u00ff',
  ],
]

/** Any bytes at all, most of them nearly HTTP. */
export function randomBytes(dice: Dice, ids: readonly bigint[]): RandomBytes {
  const kind = dice.below(100)
  if (kind < 5)
    return inPieces(dice, Buffer.from(Array.from({ length: dice.below(300) }, () => dice.below(256))))
  const step = plainStep(dice, ids)
  const head = toHead(step, dice.chance(kind < 25 ? 60 : 0) ? dice : undefined)
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), bytesOf(step.body)])
  if (kind < 25) return inPieces(dice, whole, methodOf(head))
  if (kind < 40) return inPieces(dice, mutated(dice, whole), undefined)
  if (kind < 45) return inPieces(dice, whole.subarray(0, dice.below(whole.length)), undefined)
  if (kind < 50) return inPieces(dice, Buffer.concat([whole, whole, mutated(dice, whole)]), step.method)
  return { ...inPieces(dice, whole, step.method), step }
}

/** A random request that HTTP can carry: no blank or control character in its path, no text beyond Latin-1 in a header. */
function plainStep(dice: Dice, ids: readonly bigint[]): Step {
  const { method, path, headers, body } = randomRequest(dice, ids)
  const sendable = path
    .replace(/[^!-~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
    .replaceAll('#', '%23')
  const bytes = body === undefined ? undefined : bytesOf(body)
  // Node writes a header beyond ASCII as UTF-8, which no client reads back as it was sent.
  if (headers.origin === 'é') delete (headers as Record<string, string>).origin
  return {
    method: /^[A-Z]+$/.test(method) && method !== 'BREW' ? method : 'GET',
    path: /^[/?]|^$/.test(sendable) ? sendable : `/${sendable}`,
    headers,
    body: bytes,
  }
}

function toHead({ method, path, headers, body }: Step, odd: Dice | undefined): string {
  const line = odd?.chance(50) ? odd.pick(oddLines) : `${method} /v1${path} HTTP/1.1`
  const lines = Object.entries({ host: '127.0.0.1', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  if (body !== undefined) lines.push(`content-length: ${bytesOf(body).byteLength}`)
  while (odd?.chance(50)) lines.splice(odd.below(lines.length), 0, odd.pick(oddHeaders))
  return [line, ...lines, '', ''].join('\r\n')
}

function methodOf(head: string): string {
  return /^[A-Z]+/.exec(head)?.[0] ?? 'GET'
}

function mutated(dice: Dice, whole: Buffer): Buffer {
  let bytes = whole
  do {
    const at = dice.below(bytes.length)
    const put = Buffer.from(
      Array.from({ length: dice.below(4) }, () =>
        dice.pick([0, 9, 10, 13, 32, 48, 58, 127, 255, dice.below(256)]),
      ),
    )
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + dice.below(4))])
  } while (dice.chance(40) && bytes.length > 0)
  return bytes
}

function inPieces(
  dice: Dice,
  whole: Buffer,
  method = methodOf(whole.toString('latin1', 0, 20)),
): RandomBytes {
  const pieces: Buffer[] = []
  let rest = whole
  while (rest.length > 1 && pieces.length < 5 && dice.chance(25)) {
    const at = 1 + dice.below(rest.length - 1)
    pieces.push(rest.subarray(0, at))
    rest = rest.subarray(at)
  }
  return { pieces: [...pieces, rest], method, step: undefined }
}
