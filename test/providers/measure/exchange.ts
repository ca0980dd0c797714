import { connect } from 'node:net'

/** One answer as it came over the wire. */
export interface Answer {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
}

/** What is sent; the body goes out byte for byte. */
export interface Question {
  method: string
  /** Below the base address, sent as it stands: `/posts/1`. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Sends the body in chunks, without a length. */
  chunked?: boolean
}

/** Sends one request over a socket of its own and reads the answer, without any client's opinion on either. */
export function exchange(base: string, question: Question): Promise<Answer> {
  const url = new URL(base)
  const body = Buffer.from(question.body ?? '')
  const lines = [
    `${question.method} ${url.pathname}${question.path} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: close',
    ...Object.entries(question.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  const payload = question.chunked ? chunks(body) : body
  if (question.chunked) lines.push('Transfer-Encoding: chunked')
  else if (question.body !== undefined) lines.push(`Content-Length: ${body.length}`)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    const received: Buffer[] = []
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer in 20 s')))
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error) => (received.length > 0 ? settle() : reject(error)))
    socket.on('close', settle)
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), payload]))

    function settle(): void {
      try {
        resolve(parsed(Buffer.concat(received), question.method))
      } catch (error) {
        reject(error)
      }
    }
  })
}

/** The value of a header, or nothing. */
export function header(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

function chunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0)
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...framed, Buffer.from('0\r\n\r\n')])
}

function parsed(bytes: Buffer, method: string): Answer {
  const split = bytes.indexOf('\r\n\r\n')
  if (split < 0)
    throw new Error(bytes.length === 0 ? 'the connection was closed without an answer' : 'no whole head')
  const [first = '', ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(split + 4)
  if (status === 100) return parsed(rest, method)
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  const answer = { status, headers, body: rest }
  if (header(answer, 'transfer-encoding') !== 'chunked' || method === 'HEAD') return answer
  return { ...answer, body: unchunked(rest) }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
