import * as z from 'zod/mini'
import { stringifyJson } from '../model/json.ts'
import type { OperationName } from '../model/operation-name.ts'
import { errorParts, partsOf, type Template } from '../model/template.ts'
import { bodyWords, errorWords, postWords } from './template-words.ts'

/** The requests that a choice affects: an operation, other methods of a path, or all. */
export type Place = OperationName | 'path' | 'service'

/** The answers to the other choices, by id. */
export type Others = Readonly<Record<string, unknown>>

type Advice<Answer> = string | ((answer: Answer, others: Others) => string | undefined)

/** The properties of a choice of any kind. */
interface Known<Answer, Both extends boolean = false> {
  /** The meaning of the answers, in one or two sentences. */
  readonly about: string
  /** The place of the interface document that leaves it open. */
  readonly silence: string
  /** Where OpenAPI describes it. */
  readonly places: readonly Place[]
  /** The keys of the examples that show it, the simplest first; none if a single request cannot show it. */
  readonly shownBy?: readonly string[]
  /** Whether create and replace may have different answers. Default false. */
  readonly isPerOperation?: Both
  /** The start of a sentence about it: "A create" + "returns" + an answer in words. */
  readonly subject: string
  /** Default "is". */
  readonly verb?: string
  /** Advice for a client if this is the answer, without the final period; undefined for none. */
  readonly advice?: Advice<Answer>
  /** Another choice that can make this one ineffective, and the behaviour that a client sees then. */
  readonly hidden?: {
    readonly by: string
    readonly where: (answer: unknown) => boolean
    /** Default: `says` handles it. */
    readonly as?: Answer
    readonly why: string
  }
}

/** One answer of a closed list. */
export interface Word<Answer> {
  readonly answer: Answer
  /** In words that follow the verb. */
  readonly says: string
  readonly advice?: Advice<Answer>
  /**
   * Fields of the post after the example if this is the answer; an answer without fields applies if no other
   * matches.
   */
  readonly shows?: Readonly<Record<string, unknown>>
  /** The outcome of an example with this behaviour. */
  readonly when?: 'success' | 'refusal'
  /** Whether the body of the request is treated as {}. */
  readonly isEmptyObject?: true
}

/** The kinds of choices. A kind defines how answers are written, checked, measured at a provider and described. */
export type Kind =
  | { readonly name: 'status' }
  | {
      readonly name: 'body'
      readonly parts: readonly string[]
      /** Another choice whose template is the default. */
      readonly like: string | undefined
    }
  | {
      readonly name: 'treatment'
      readonly words: readonly Word<string>[]
      readonly refusedWith: RefusalStatus
    }
  | { readonly name: 'limit' }
  | { readonly name: 'behaviour'; readonly words: readonly Word<unknown>[] }

/** The status of a request that is `refused`: a number, or the answer of another choice. */
export type RefusalStatus = number | { readonly choice: string }

/** One open point of the interface document with the known answers. */
export interface Choice<Answer> extends Omit<Known<unknown, boolean>, 'advice'> {
  readonly verb: string
  readonly kind: Kind
  /** Known answers, the default first. The schema may permit more, such as any other 4xx status. */
  readonly answers: readonly [Answer, ...Answer[]]
  /** The schema of permitted answers. */
  readonly schema: z.ZodMiniType<Answer, unknown>
  /** Whether an answer is permitted. */
  takes(answer: unknown): boolean
  /** The permitted answers, in words. */
  readonly allowed: string
  /** An answer in words after the verb. Two answers have different words exactly if clients see a difference. */
  says(answer: Answer, others: Others): string
  advice(answer: Answer, others: Others): string | undefined
}

/** Different answers for create and replace. */
export interface PerOperation<Answer> {
  readonly create: Answer
  readonly replace: Answer
}

type Answers<Answer, Both extends boolean> = Answer | (Both extends true ? PerOperation<Answer> : never)

type StatusClass = keyof typeof statusClasses

const range = (from: number) => z.int().check(z.minimum(from), z.maximum(from + 99))
const statusClasses = {
  '2xx': range(200),
  '303': z.literal(303),
  '4xx': range(400),
  '4xx or 500': z.union([range(400), z.literal(500)]),
  '4xx or 501': z.union([range(400), z.literal(501)]),
} as const

/** Any 4xx status. */
export const clientError = statusClasses['4xx']

/** A status that has no body (RFC 9110, sections 15.3.5 and 15.3.6). */
export function isBodiless(status: unknown): boolean {
  return status === 204 || status === 205
}

/** Declares a choice of a status. */
export function status<Both extends boolean = false>(
  known: Known<number, Both> & {
    readonly answers: readonly [number, ...number[]]
    /** Default only 4xx. */
    readonly classes?: readonly [StatusClass, ...StatusClass[]]
    says?(answer: number, others: Others): string
  },
): Choice<Answers<number, Both>> {
  const { classes = ['4xx'] } = known
  return complete({
    verb: 'returns',
    ...known,
    kind: { name: 'status' },
    schema: z.union(classes.map((name) => statusClasses[name])),
    allowed: allowedStatuses(known.answers, classes),
  })
}

function allowedStatuses(answers: readonly number[], names: readonly StatusClass[]): string {
  const open = names.map((name) => (name.endsWith('xx') ? `another ${name} status` : name))
  const all = [...answers.map(String), ...open]
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

const depth = 3
const fieldName = z.string().check(z.regex(/^(?!__proto__$)/, 'expected a name other than __proto__'))

/** Declares a choice of a body: a template, or a word such as `none`. */
export function body(
  known: Known<Template> & {
    readonly answers: readonly [Template, ...Template[]]
    readonly parts: readonly string[]
    /** Further words for a body besides `none`, and their text in a sentence. */
    readonly words?: Readonly<Record<string, string>>
    readonly like?: string
  },
): Choice<Template> {
  const { parts, like, words = {} } = known
  const names = ['none', ...Object.keys(words)]
  const constant = z.string().check(z.regex(/^=/))
  const leaf = z.union([z.literal(parts), constant, z.number(), z.boolean(), z.null()])
  let template: z.ZodMiniType<Template, unknown> = leaf
  for (let level = 0; level < depth; level++)
    template = z.union([leaf, z.array(template), z.record(fieldName, template)])
  const quoted = parts.map((part) => `"${part}"`).join(', ')
  return complete({
    ...known,
    kind: { name: 'body', parts, like },
    schema: z.union([z.literal(names), template]),
    allowed: `${names.map((name) => `"${name}"`).join(', ')}, or a JSON template with these placeholders: ${quoted}; "=text" is the literal text`,
    says: (template) =>
      (typeof template === 'string' && words[template]) ||
      bodyWords(template, parts.includes('status') ? errorWords : postWords),
  })
}

/** Declares a choice of the body of some errors, which may differ from `error.body`. */
export function errorBody(
  known: Omit<Known<Template>, 'silence' | 'verb' | 'advice'> & {
    readonly answers?: readonly ['same', ...Template[]]
  },
): Choice<Template> {
  return body({
    silence: silences.errorBody,
    answers: ['same', 'html', { message: 'detail' }],
    parts: errorParts,
    words: { same: 'the usual error body', ...textBodyWords },
    like: 'error.body',
    advice: errorBodyAdvice,
    ...known,
  })
}

function errorBodyAdvice(template: Template): string | undefined {
  if (template === 'same') return undefined
  if (template === 'none') return 'Do not parse the body of these errors'
  return textTypeOf(template) === undefined
    ? 'Parse these errors separately'
    : 'Do not parse these errors as JSON'
}

/** Error bodies that are not JSON, which some frameworks send by default, with their media types. */
export const textBodies: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  'plain-text': 'text/plain; charset=utf-8',
}

/** The media type of a text body; undefined for a JSON template. */
export function textTypeOf(template: Template): string | undefined {
  return typeof template === 'string' ? textBodies[template] : undefined
}

export const textBodyWords = { html: 'an HTML page', 'plain-text': 'plain text' } as const

/** Whether a template can be filled without a post. */
export function needsNoPost(template: Template): boolean {
  return template !== 'none' && partsOf(template).every((part) => part === 'text')
}

/** Declares how a request is handled: words, which may include `refused`, or the status of a refusal. */
export function treatment<
  const Words extends readonly (Word<string> | number)[],
  Both extends boolean = false,
>(
  known: Known<NoInfer<AnswerIn<Words>>, Both> & {
    readonly answers: Words
    /** Default 400. */
    readonly refusedWith?: RefusalStatus
  },
): Choice<Answers<AnswerIn<Words>, Both>> {
  const words = known.answers.filter((each) => typeof each === 'object')
  const answers = known.answers.map((each) => (typeof each === 'object' ? each.answer : each))
  return complete({
    ...(known as Known<string | number>),
    kind: { name: 'treatment', words, refusedWith: known.refusedWith ?? 400 },
    answers: answers as [string | number],
    schema: z.union([z.literal(words.map(({ answer }) => answer)), clientError]),
    allowed: `${answers.map(stringifyJson).join(', ')} or a 4xx status (refused with it)`,
    says: (answer) => `refused with ${answer}`,
  }) as Choice<Answers<AnswerIn<Words>, Both>>
}

/** Whether a treatment is a refusal: `refused` or a status. */
export function isRefused(answer: unknown): answer is 'refused' | number {
  return answer === 'refused' || typeof answer === 'number'
}

type AnswerIn<Words extends readonly unknown[]> =
  | Extract<Words[number], { readonly answer: string }>['answer']
  | number

/** Declares a limit: a number, or `none`. */
export function limit(
  known: Known<number | 'none'> & {
    readonly answers: readonly [number | 'none', ...(number | 'none')[]]
    readonly unit: string
    /** The answer `none` in words. */
    readonly none: string
    readonly largest?: number
    /** Advice if there is a limit. */
    readonly advice: string
  },
): Choice<number | 'none'> {
  const { unit, none, largest = Number.MAX_SAFE_INTEGER } = known
  return complete({
    ...known,
    kind: { name: 'limit' },
    schema: z.union([z.literal('none'), z.int().check(z.minimum(1), z.maximum(largest))]),
    allowed: `"none" or a number of ${unit}${known.largest === undefined ? '' : ` from 1 to ${largest}`}`,
    says: (answer) => (answer === 'none' ? none : `${counted(answer)} ${unit}`),
    advice: (answer) => (answer === 'none' ? undefined : known.advice),
  })
}

/** Declares a behaviour: one answer of a closed list. */
export function behaviour<const Answer extends string, Both extends boolean = false>(
  known: Known<NoInfer<Answer>, Both> & { readonly answers: readonly [Word<Answer>, ...Word<Answer>[]] },
): Choice<Answers<Answer, Both>> {
  const { answers } = known
  return complete<Answer, Both>({
    ...known,
    kind: { name: 'behaviour', words: answers as readonly Word<unknown>[] },
    answers: answers.map(({ answer }) => answer) as [Answer],
    schema: z.literal(answers.map(({ answer }) => answer)),
    allowed: answers.map(({ answer }) => stringifyJson(answer)).join(', '),
  })
}

/** Declares a choice with its own schema and words. */
export function special<const Answer, Both extends boolean = false>(
  known: Known<NoInfer<Answer>, Both> & {
    readonly answers: readonly [Answer, ...Answer[]]
    readonly schema: z.ZodMiniType<Answer, unknown>
    readonly allowed: string
    says(answer: Answer, others: Others): string
  },
): Choice<Answers<Answer, Both>> {
  return complete<Answer, Both>({ ...known, kind: { name: 'behaviour', words: [] } })
}

interface Declared<Answer, Both extends boolean>
  extends Known<Answer, Both>,
    Pick<Choice<Answer>, 'kind' | 'answers' | 'schema' | 'allowed'> {
  /** An answer that is not one of the kind's words. Default the answer as text. */
  says?(answer: Answer, others: Others): string
}

/** Adds the derived properties. A choice that another one hides is described as a client sees it. */
function complete<Answer, Both extends boolean = false>({
  advice,
  says = String,
  ...known
}: Declared<Answer, Both>): Choice<Answers<Answer, Both>> {
  const { hidden, kind, schema } = known
  const words = ('words' in kind ? kind.words : []) as readonly Word<Answer>[]
  const wordOf = (answer: Answer) => words.find((word) => word.answer === answer)
  const visible = (answer: Answer, others: Others) =>
    hidden?.as !== undefined && hidden.where(others[hidden.by]) ? hidden.as : answer
  const choice: Choice<Answer> = {
    verb: 'is',
    ...known,
    takes: (answer) => z.safeParse(schema, answer).success,
    says(answer, others) {
      const shown = visible(answer, others)
      return wordOf(shown)?.says ?? says(shown, others)
    },
    advice(answer, others) {
      const shown = visible(answer, others)
      const own = wordOf(shown)?.advice ?? advice
      return typeof own === 'function' ? own(shown, others) : own
    },
  }
  return (known.isPerOperation ? perOperation(choice) : choice) as Choice<Answers<Answer, Both>>
}

/** Permits different answers for create and replace. */
function perOperation<Answer>(choice: Choice<Answer>): Choice<Answer | PerOperation<Answer>> {
  const { answers, schema } = choice
  const both = z.union([schema, z.strictObject({ create: schema, replace: schema })])
  const apart = (answer: Answer | PerOperation<Answer>): [Answer, Answer] =>
    isPerOperation(answer) ? [answer.create, answer.replace] : [answer, answer]
  return {
    ...choice,
    answers,
    schema: both,
    takes: (answer) => z.safeParse(both, answer).success,
    allowed: `${choice.allowed}, or { "create": …, "replace": … }`,
    says(answer, others) {
      const [create, replace] = apart(answer).map((each) => choice.says(each, others))
      return create === replace ? String(create) : `${create} in a create and ${replace} in a replace`
    },
    advice(answer, others) {
      const advice = apart(answer).flatMap((each) => choice.advice(each, others) ?? [])
      return advice.length === 0 ? undefined : [...new Set(advice)].join('. ')
    },
  }
}

export function isPerOperation<Answer>(
  answer: Answer | PerOperation<Answer>,
): answer is PerOperation<Answer> {
  return typeof answer === 'object' && answer !== null && 'create' in answer && 'replace' in answer
}

/** Formats a number: 1048576 is "1,048,576". */
export function counted(number: number | bigint): string {
  return number.toLocaleString('en')
}

/** The places where the document says that something is not shown. */
export const silences = {
  replies:
    'Endpoints, rule 4: responses, status codes and exact bodies of POST, PUT and DELETE are not shown',
  query: 'Endpoints, rule 5: query parameters of the list operation are not shown',
  input:
    'Resources and their fields: required and read-only fields, length limits and other constraints are not shown',
  invalid: 'Errors: errors for other operations and for invalid input are not shown',
  errorBody: 'Errors: the shape of the error body is not shown',
  limits: 'Limits: payload sizes are not shown',
  rates: 'Limits: rate limits are not shown',
  pages: 'Limits: page sizes are not shown',
  times: 'Limits: time-outs are not shown',
  authentication: 'Authentication: not shown',
  others: 'What the service does: behaviour beyond list, read, create, replace and delete is not shown',
  ids: 'Resources and their fields: the service assigns the id; how is not shown',
} as const
