import type { ChoiceId } from '../../handlers/choices.ts'
import { brief } from '../judge/check-context.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import {
  type Exchange,
  idIn,
  isRefusal,
  isSuccess,
  type ReceivedReply,
  type SentRequest,
  writeOperations,
} from '../spec/exchange.ts'
import { asPost, isObject, readBody } from '../spec/post-text.ts'
import type { BadBody } from './step.ts'

/** A difference between the provider and the mock that breaks no clause. Plain data. */
export interface Difference {
  /** The choice that covers it; undefined where no profile can reproduce it. */
  readonly choice?: ChoiceId
  readonly about: string
  readonly expected: string
  readonly actual: string
  readonly exchange: Exchange
  /** The answer to the choice with which the mock does the same; missing where unknown. */
  readonly answer?: unknown
}

/** An exchange with the provider, and the mock's reply to the same request. */
export interface ComparedExchange extends Exchange {
  readonly model: ReceivedReply
}

/** Compares both replies to one request: the status, the kind of body, and the texts in it. */
export function differencesOf({ request, reply, model }: ComparedExchange, subject: Subject): Difference[] {
  const { operation, exists } = subject
  const told = (
    about: string,
    choice: ChoiceId | undefined,
    tell: (reply: ReceivedReply) => string,
  ): Difference[] => {
    const [expected, actual] = [tell(model), tell(reply)]
    const named = choice === undefined ? {} : { choice }
    return expected === actual ? [] : [{ ...named, about, expected, actual, exchange: { request, reply } }]
  }
  // A failure is not a choice, nor is which of two mistakes a service reports: the missing post, or the body.
  if ((!isSuccess(reply) && !isRefusal(reply)) || (operation === 'replace' && !exists && subject.isOdd))
    return []
  if (isSuccess(reply) !== isSuccess(model))
    return operation === 'read'
      ? []
      : told(
          `a ${operation} is ${isSuccess(reply) ? 'accepted' : 'refused'}`,
          choiceOfTaking(subject, [reply, model]),
          statusOf,
        )
  if (operation === 'read') return isSuccess(reply) ? told('a text is changed', 'text.kept', textsOf) : []
  const status = told(
    `a ${operation} has another status`,
    choiceOfStatus(subject, isSuccess(reply)),
    statusOf,
  )
  // The replies to invalid bodies may differ.
  if (!isSuccess(reply) || !exists || subject.badBody) return status
  const body = told(`the reply to a ${operation} has another body`, `${operation}.body`, kindOf)
  const texts = body.length > 0 ? [] : told('a text in the reply is changed', 'text.kept', textsOf)
  return [...status, ...body, ...texts]
}

/** The choice whether such a write is accepted. */
function choiceOfTaking(
  { operation, exists, badBody, content }: Subject,
  replies: readonly ReceivedReply[],
): ChoiceId | undefined {
  if (replies.some(({ status }) => status === 413)) return 'input.max-bytes'
  if (badBody === 'cut-off') return 'input.malformed-status'
  if (badBody === 'without-content') return 'input.required'
  if (badBody === 'of-numbers') return 'input.wrong-type'
  if (!exists && operation !== 'create') return operation === 'replace' ? 'replace.missing' : 'delete.missing'
  // Other statuses do not refuse the texts.
  if (!replies.some(({ status }) => status === 400 || status === 422)) return undefined
  if (content === '') return 'input.empty'
  return content !== undefined && content.length > 500 ? 'input.max-length' : undefined
}

function choiceOfStatus({ operation, exists, badBody }: Subject, isDone: boolean): ChoiceId | undefined {
  if (badBody === 'cut-off') return 'input.malformed-status'
  if (operation === 'replace' && !exists) return 'replace.missing'
  if (operation === 'delete' && !exists) return 'delete.missing'
  if (!isDone) return 'input.invalid-status'
  return operation === 'read' ? undefined : `${operation}.status`
}

function statusOf({ status }: ReceivedReply): string {
  return `status ${status}`
}

function kindOf({ body }: ReceivedReply): string {
  const value = readBody(body)
  if (body === '') return 'no body'
  if (asPost(value)) return 'the post'
  if (!isObject(value)) return 'something else'
  return Object.keys(value).length === 0 ? 'an empty object' : 'an object'
}

function textsOf({ body }: ReceivedReply): string {
  const post = asPost(readBody(body))
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : ''
}

/** The properties of a request that decide which choice covers it. */
export interface Subject {
  readonly operation: 'create' | 'replace' | 'delete' | 'read'
  /** Whether its post existed. */
  readonly exists: boolean
  readonly badBody?: BadBody | undefined
  readonly content?: string | undefined
  /** Whether the body is anything else than a title and a content. */
  readonly isOdd?: boolean
}

export function subjectOf({ method, path, body }: SentRequest, own: OwnPosts): Subject {
  const id = idIn(path)
  const operation = writeOperations[method] ?? 'read'
  const exists = operation === 'create' || (id !== undefined && own.get(id) !== undefined)
  const fields = readBody(body ?? '')
  const { title = undefined, content = undefined, ...others } = isObject(fields) ? fields : {}
  const isOdd = typeof title !== 'string' || typeof content !== 'string' || Object.keys(others).length > 0
  return { operation, exists, content: typeof content === 'string' ? content : undefined, isOdd }
}
