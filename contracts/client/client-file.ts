import * as z from 'zod/mini'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { isSameAnswer } from '../choices/detection.ts'
import { readBody } from '../spec/post-text.ts'
import type { Evidence, Failure, Findings } from './search.ts'

/** The usual name of the file. */
export const clientFileName = 'posts.client.json'

const failure = {
  /** The names of the tests that fail; empty where the runner does not tell them. */
  tests: z.array(z.string()),
  /** The request whose reply the client does not cope with, such as "POST /posts". */
  request: z.optional(z.string()),
  /** That reply, such as "201 without a body". */
  reply: z.optional(z.string()),
}

const clientSchema = z.object({
  schemaVersion: z.literal(1),
  /** The command that ran the client's tests. */
  command: z.string(),
  /** The answers that were tried, of each choice that shapes a reply to this client. */
  choices: z.partialRecord(
    z.literal(choiceIds),
    z.object({
      passes: z.array(z.unknown()),
      fails: z.array(z.object({ answer: z.unknown(), ...failure })),
    }),
  ),
  /** Answers that each pass, and fail together. */
  together: z.array(z.object({ answers: z.partialRecord(z.literal(choiceIds), z.unknown()), ...failure })),
  /** The operations that the client uses, with the statuses that it got. */
  operations: z.record(z.string(), z.array(z.number())),
})

/** What a client relies on: the content of `posts.client.json`. */
export type ClientFile = z.infer<typeof clientSchema>

/**
 * Reads the text of a client file.
 *
 * @throws UnderstudyError `CLIENT_INVALID`
 */
export function parseClient(text: string, origin: string): ClientFile {
  const { data, error } = z.safeParse(clientSchema, readBody(text))
  if (data) return data
  const place = error.issues[0]?.path.join('.') || 'the whole file'
  throw new UnderstudyError(
    'CLIENT_INVALID',
    `Failed to read the client file ${origin}: ${place} is not as "posts-understudy client" writes it. Write the file again with that command.`,
  )
}

/** Whether a text is a client file, and not a profile. */
export function isClientText(text: string): boolean {
  return Object.hasOwn(Object(readBody(text)), 'choices')
}

/**
 * What is known about a client as the content of its file: in the order of the choices and their answers, so that it
 * changes only with the client.
 */
export function clientFileOf(
  { passes, failures }: Pick<Findings, 'passes' | 'failures'>,
  others: Pick<ClientFile, 'command' | 'operations'>,
): ClientFile {
  const isTogether = ({ answers }: Failure) => Object.keys(answers).length > 1
  const together = failures.filter(isTogether)
  const choices = choiceIds.flatMap((choice) => {
    const isOf = ({ answers }: Failure) => Object.hasOwn(answers, choice)
    const failing = failures.filter((each) => !isTogether(each) && isOf(each))
    const known = choiceOf(choice).answers
    const passing = [
      known[0],
      ...passes.filter((each) => each.choice === choice).map(({ answer }) => answer),
      // Those that fail together pass alone.
      ...together.filter(isOf).map(({ answers }) => answers[choice]),
    ]
    if (passing.length + failing.length === 1) return []
    const all = [...known, ...passing, ...failing.map(({ answers }) => answers[choice])]
    const unique = all.filter((answer, at) => all.findIndex((each) => isSameAnswer(each, answer)) === at)
    const fails = unique.flatMap((answer) =>
      failing
        .filter(({ answers }) => isSameAnswer(answers[choice], answer))
        .map((each) => ({ answer, ...inShort(each) })),
    )
    return [
      [
        choice,
        { passes: unique.filter((answer) => passing.some((each) => isSameAnswer(each, answer))), fails },
      ],
    ]
  })
  return {
    schemaVersion: 1,
    command: others.command,
    choices: Object.fromEntries(choices),
    together: together
      .map((each) => ({ answers: each.answers, ...inShort(each) }))
      .sort((one, other) => (stringifyJson(one) < stringifyJson(other) ? -1 : 1)),
    operations: others.operations,
  }
}

/** Evidence that is the same in each run: without ids and texts, which a test may draw. */
function inShort({ tests, entry }: Evidence) {
  return { tests: [...tests], ...(entry && { request: requestOf(entry), reply: replyOf(entry) }) }
}

function requestOf({ method, path }: JournalEntry): string {
  return `${method} ${path.replace(/^(\/posts)\/-?\d+$/, '$1/{id}')}`
}

function replyOf({ status, reply }: JournalEntry): string {
  if (reply?.body === undefined) return isBodiless(status) ? `${status}` : `${status} without a body`
  const [type = ''] = (reply.headers['content-type'] ?? '').split(';')
  return `${status} ${type}`.trim()
}

/** Whether a status fails only because it has no body, and the client misses the body. */
export function isForItsBody({ choices }: ClientFile, id: ChoiceId, status: unknown): boolean {
  if (!isBodiless(status) || !id.endsWith('.status')) return false
  const bodies = choices[id.replace('status', 'body') as ChoiceId]?.fails ?? []
  const statuses = choices[id]?.fails ?? []
  return bodies.some(({ answer }) => answer === 'none') && statuses.every(({ answer }) => isBodiless(answer))
}
