import * as z from 'zod/mini'

/** One open point of the interface document, and how services are known to answer it. */
export interface Choice<Answer> {
  /** What the answers mean, in a sentence or two. */
  readonly about: string
  /** The place of the interface document that leaves it open. */
  readonly silence: string
  /** Known answers, the default first. A schema may let more through, such as any other 4xx status. */
  readonly answers: readonly [Answer, ...Answer[]]
  /** What a profile may say, as a schema. */
  readonly schema: z.ZodMiniType<Answer, unknown>
  /** What a profile may say, in words. */
  readonly allowed: string
}

type Literal = string | number
type Literals = readonly [Literal, ...Literal[]]

/** Declares a choice among a closed list of answers. */
export function choose<const Answers extends Literals>(
  silence: string,
  about: string,
  answers: Answers,
): Choice<Answers[number]> {
  return { about, silence, answers, schema: z.literal([...answers]), allowed: answers.map(quote).join(', ') }
}

/** Declares a choice whose answers are more than a list can hold. */
export function chooseBy<const Answer>(
  silence: string,
  about: string,
  answers: readonly [Answer, ...Answer[]],
  schema: z.ZodMiniType<Answer, unknown>,
  allowed: string,
): Choice<Answer> {
  return { about, silence, answers, schema, allowed }
}

/** A status that blames the client. */
export const clientError = z.int().check(z.minimum(400), z.maximum(499))

/** Declares a choice of a client error: the usual ones first, any other 4xx permitted. */
export function chooseClientError<const Answers extends Literals>(
  silence: string,
  about: string,
  answers: Answers,
): Choice<Answers[number] | number> {
  const schema = z.union([z.literal([...answers]), clientError])
  return {
    about,
    silence,
    answers,
    schema,
    allowed: `${answers.map(quote).join(', ')} or another 4xx status`,
  }
}

/** Places of the document that name their own silence. */
export const silences = {
  replies:
    'Endpoints, rule 4: responses, status codes and exact bodies of POST, PUT and DELETE are not shown',
  query: 'Endpoints, rule 5: query parameters of the list operation are not shown',
  input:
    'Resources and their fields: required and read-only fields, length limits and other constraints are not shown',
  invalid: 'Errors: errors for other operations and for invalid input are not shown',
  errorBody: 'Errors: the shape of the error body is not shown',
  limits: 'Limits: payload sizes are not shown',
  others: 'What the service does: behaviour beyond list, read, create, replace and delete is not shown',
  ids: 'Resources and their fields: the service assigns the id; how is not shown',
} as const

function quote(answer: Literal): string {
  return typeof answer === 'string' ? `"${answer}"` : String(answer)
}
