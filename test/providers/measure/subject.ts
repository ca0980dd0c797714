import { type Answer, exchange, header, type Question } from './exchange.ts'

/** Fields of a post as a provider shows them, whatever their types. */
export type Fields = Record<string, unknown>

const json = { 'Content-Type': 'application/json' }

/** A provider under measurement: sends, creates posts whatever `create` answers, and puts answers into words. */
export class Subject {
  readonly url: string
  #marker = 0

  constructor(url: string) {
    this.url = url
  }

  /** Sends what a client sends by itself: any Accept, and the media type where there is a body. */
  send(method: string, path: string, body?: string | Buffer, headers?: Question['headers']): Promise<Answer> {
    const sent = { Accept: '*/*', ...(body !== undefined && json), ...headers }
    return exchange(this.url, { method, path, headers: sent, ...(body !== undefined && { body }) })
  }

  /** Sends these headers alone, beside Host and Connection. */
  sendRaw(question: Question): Promise<Answer> {
    return exchange(this.url, question)
  }

  /** Creates an ordinary post and gives its id as it stands in a path. */
  async create(fields: Fields = {}): Promise<string> {
    this.#marker += 1
    const title = `title ${this.#marker}`
    const answer = await this.send('POST', '/posts', JSON.stringify({ title, content: 'content', ...fields }))
    const id = idOf(answer)
    if (id === undefined) throw new Error(`a create gave no id: ${say(answer)}`)
    return id
  }

  /** Creates with the body as it stands, and says what came back and what a read gives then. */
  async createAndRead(body: string | Buffer): Promise<{ answer: Answer; read?: Answer }> {
    const answer = await this.send('POST', '/posts', body)
    const id = answer.status < 300 ? idOf(answer) : undefined
    return id === undefined
      ? { answer }
      : { answer, read: await this.send('GET', `/posts/${encodeURIComponent(id)}`) }
  }

  /** Every post that the list shows. */
  async list(): Promise<Fields[]> {
    const value = parse(await this.send('GET', '/posts'))
    return Array.isArray(value) ? value : []
  }
}

/** The id that an answer to a create names, by its body or else its Location. */
export function idOf(answer: Answer): string | undefined {
  const value = parse(answer)
  if (typeof value === 'object' && value !== null) {
    const id = 'id' in value ? value.id : '_id' in value ? value._id : undefined
    if (typeof id === 'number' || typeof id === 'string') return String(id)
  }
  return header(answer, 'location')?.split('/').at(-1)
}

/** The body as JSON, or undefined. */
export function parse(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body.toString())
  } catch {
    return undefined
  }
}

/** An answer in one line: the status, the telling headers, the body. */
export function say(answer: Answer): string {
  const named = ['content-type', 'location', 'allow', 'access-control-allow-methods'].flatMap((name) => {
    const value = header(answer, name)
    return value === undefined ? [] : [name === 'content-type' ? value : `${name}: ${value}`]
  })
  return [String(answer.status), ...named, quoted(answer.body)].join(' · ')
}

/** Every header, one after the other, for the few answers that stand for all. */
export function sayWhole(answer: Answer): string {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('; ')
  return `${answer.status} · ${headers} · ${quoted(answer.body)}`
}

/** A body, shortened, on one line: a line end shows as ⏎, and folders of this machine are left out. */
export function quoted(body: Buffer): string {
  if (body.length === 0) return 'no body'
  const text = body
    .toString()
    .replaceAll(/\r?\n/g, '⏎')
    .replaceAll(/\/(work|tmp|root)[/\w.@+-]*\//g, '…/')
  const shown = text.length > 240 ? `${text.slice(0, 240)}… (${body.length} bytes)` : text
  return `\`${shown.replaceAll('`', '´')}\``
}
