import { textTypeOf } from '../../handlers/choices/kinds.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/post.ts'
import type { Template } from '../../handlers/model/template.ts'
import { type Expected, type ExpectedResponse, like, postLike } from '../pact/contract.ts'
import { isObject, readBody } from '../spec/post-text.ts'

/** The answers to a choice with which the client's tests pass, and those with which they fail. */
export type TriedAnswers = (choice: ChoiceId) => {
  readonly passes: readonly unknown[]
  readonly fails: readonly unknown[]
}

/** What became of a request. */
export type Outcome = 'done' | 'missing' | 'refused'

/** The choices of the status of a refusal, and those of whether there is one. */
const refusals: readonly ChoiceId[] = [
  'input.invalid-status',
  'input.malformed-status',
  'input.media-type',
  'id.malformed',
]
const refusing: readonly ChoiceId[] = [
  'input.required',
  'input.empty',
  'input.wrong-type',
  'input.unknown-fields',
  'input.client-id',
  'replace.body-id',
]

const post = postLike({ id: 1, title: 'A title', content: 'Some content.' })

/** What a client needs of a reply: what the document states, and of the rest only what its tests fail without. */
export function reliedResponse(
  { status, reply }: JournalEntry,
  operation: OperationName,
  outcome: Outcome,
  tried: TriedAnswers,
): ExpectedResponse {
  const relies: Relies = (...some) => some.some((choice) => tried(choice).fails.length > 0)
  const permits = permitted(operation, outcome, relies)
  const expected = { status, ...(permits && { permits }) }
  const withBody = (choice: ChoiceId) => {
    const body = readBody(reply?.body ?? '')
    const isNeeded = relies(choice) && body !== undefined && !tried(choice).passes.some(isNoJson)
    return isNeeded ? { ...expected, like: neededOf(body, tried(choice).passes) } : expected
  }
  if (outcome !== 'done') {
    // A Pact cannot require a body of a refusal alone.
    if (permits === 'success-or-refusal') return expected
    const isOfInput = outcome === 'refused' && relies('input.invalid-body')
    return withBody(isOfInput ? 'input.invalid-body' : 'error.body')
  }
  if (operation === 'read') return { ...expected, like: post }
  if (operation === 'list')
    return { ...expected, like: { 'pact:matcher:type': 'type', min: 0, value: [post] } }
  const isLocated = operation === 'create' && relies('create.location') && reply?.headers.location
  const location = tried('create.location').fails.includes('absolute') ? relativeLocation : anyLocation
  return { ...withBody(`${operation}.body`), ...(isLocated && { location }) }
}

type Relies = (...some: readonly ChoiceId[]) => boolean

const relativeLocation = '^/.*posts/-?\\d+$'
const anyLocation = '^.*/posts/-?\\d+$'

/** The replies with which the tests pass: where the status does not matter, its class. */
function permitted(operation: OperationName, outcome: Outcome, relies: Relies): ExpectedResponse['permits'] {
  if (operation === 'list' || operation === 'read')
    return outcome === 'refused' ? 'success-or-refusal' : undefined
  if (outcome === 'done') return relies(`${operation}.status`) ? undefined : 'success'
  if (outcome === 'missing')
    return operation !== 'create' && relies(`${operation}.missing`) ? undefined : 'success-or-refusal'
  if (relies(...refusals)) return undefined
  return relies(...refusing) ? 'refusal' : 'success-or-refusal'
}

function isNoJson(answer: unknown): boolean {
  return answer === 'none' || textTypeOf(answer as Template) !== undefined
}

/** The members of a body that it has with every answer with which the tests pass, by their types. */
function neededOf(body: JsonValue, passes: readonly unknown[]): Expected {
  if (!isObject(body)) return shapeOf(body)
  const isAlways = (name: string) => passes.every((answer) => namesIn(answer, body).includes(name))
  return shapeOf(Object.fromEntries(Object.entries(body).filter(([name]) => isAlways(name))))
}

/** The names in a body by a template. `post`, `sent` and `same` are the usual ones. */
function namesIn(answer: unknown, usual: object): string[] {
  if (typeof answer === 'string') return ['post', 'sent', 'same'].includes(answer) ? Object.keys(usual) : []
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? Object.keys(answer) : []
}

/** Values of the same types, without the texts and ids of a test. */
function shapeOf(value: JsonValue): Expected {
  if (typeof value === 'string') return like('text')
  if (typeof value === 'number' || typeof value === 'bigint') return like(1)
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (!isObject(value)) return like(value)
  return like(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)])))
}
