/** What not every client can send, or not every environment carries. */
export type Need = 'body-on-get' | 'raw-path' | 'any-method' | 'origin-header' | 'no-media-type' | 'megabytes'

/** A request of a case. In path and body, `<first>`, `<second>`, `<third>`, `<last>` and `<missing>` stand for ids. */
export interface Step {
  readonly method: string
  /** Below the base address, its query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** Requests sent one after the other, on three posts that were there before. */
export interface Case {
  /** What the steps show, in the present tense. */
  readonly fact: string
  readonly steps: readonly Step[]
  /** What the steps are answered by default. */
  readonly statuses: readonly number[]
  readonly needs?: readonly Need[]
  /** Too slow to be run under every random profile. */
  readonly heavy?: boolean
}

/** What came back. Header names are in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** The posts that are there when a case begins. */
export const initialPosts = [
  { title: 'The first post', content: 'It was there before.' },
  { title: 'The second post', content: 'So was this one.' },
  { title: 'The third post', content: 'And this.' },
]

/**
 * A request: a body is sent as application/json unless the headers say otherwise; a content-type of `''` sends none.
 */
export function step(
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Step {
  const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
  const sent = Object.entries(typed).filter(([name, value]) => name !== 'content-type' || value !== '')
  return { method, path, body, headers: Object.fromEntries(sent) }
}

/** A request, and the status that it is answered with by default. */
export type Expected = readonly [status: number, step: Step]

/** The same with a status. */
export function expecting(status: number, ...given: Parameters<typeof step>): Expected {
  return [status, step(...given)]
}

/** Builds cases out of what they show and their requests. */
export function casesOf(table: Readonly<Record<string, readonly Expected[]>>, more: More = {}): Case[] {
  return Object.entries(table).map(([fact, expected]) => ({
    fact,
    steps: expected.map(([, step]) => step),
    statuses: expected.map(([status]) => status),
    ...more,
  }))
}

/** The body of a create or replace that no service refuses. */
export const plainBody = '{"title":"A plain title","content":"Plain content."}'

export function bytesOf(body: Step['body']): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
}

type Bodies = readonly (readonly [
  fact: string,
  body: string | Uint8Array,
  headers?: Record<string, string>,
])[]
type More = Pick<Case, 'needs' | 'heavy'>

/** Builds the cases of bodies that create a post and replace the first one. */
export function takenBodies(bodies: Bodies, more: More = {}): Case[] {
  return bodyCases([201, 200], bodies, more)
}

/** Builds the cases of bodies that do neither. */
export function refusedBodies(status: number, bodies: Bodies, more: More = {}): Case[] {
  return bodyCases([status, status], bodies, more)
}

function bodyCases([created, replaced]: readonly [number, number], bodies: Bodies, more: More): Case[] {
  return bodies.flatMap(([fact, ...sent]) => {
    const requests = [
      expecting(created, 'POST', '/posts', ...sent),
      expecting(replaced, 'PUT', '/posts/<first>', ...sent),
    ]
    return casesOf({ [fact]: requests }, more)
  })
}
