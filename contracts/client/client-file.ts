import * as v from 'valibot'
import { choiceIds } from '../../handlers/choices.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { readBody } from '../scenarios/post-text.ts'
import type { Evidence } from './recorded-run.ts'
import { type Answers, isDefault, listedVariants, type Variant } from './shaping.ts'

/** The usual name of the file. */
export const clientFileName = 'posts.client.json'

const clientSchema = v.object({
  schemaVersion: v.literal(1),
  /** The command that ran the client's tests. */
  command: v.string(),
  /** The answers with which the tests pass, to each choice that shapes a reply to this client. */
  passes: v.record(v.picklist(choiceIds), v.array(v.unknown())),
  /** The answers with which they fail: one, or several that fail together and pass alone. */
  fails: v.array(
    v.object({
      answers: v.record(v.picklist(choiceIds), v.unknown()),
      /** The names of the tests that fail; empty where the runner does not tell them. */
      tests: v.array(v.string()),
    }),
  ),
  /** The operations that the client uses, with the statuses that it got: "create 201". */
  operations: v.array(v.string()),
})

/** What a client relies on: the content of `posts.client.json`. */
export type ClientFile = v.InferOutput<typeof clientSchema>

/**
 * Reads the text of a client file.
 *
 * @throws UnderstudyError `CLIENT_INVALID`
 */
export function parseClient(text: string, origin: string): ClientFile {
  const { output, issues } = v.safeParse(clientSchema, readBody(text))
  if (!issues) return output
  const place = v.getDotPath(issues[0]) ?? 'the whole file'
  throw new UnderstudyError(
    'CLIENT_INVALID',
    `Failed to read the client file ${origin}: ${place} is not as "posts-understudy client" writes it. Write the file again with that command.`,
  )
}

/** Whether a text is a client file, and not a profile. */
export function isClientText(text: string): boolean {
  return Object.hasOwn(Object(readBody(text)), 'passes')
}

/** Answers with which the client's tests fail: one, or several that each pass. */
export interface Failure extends Evidence {
  readonly answers: Answers
}

/** What is known about a client as the content of its file: in the order of the choices, so that it changes only with the client. */
export function clientFileOf(
  { passes, failures }: { readonly passes: readonly Variant[]; readonly failures: readonly Failure[] },
  others: Pick<ClientFile, 'command' | 'operations'>,
): ClientFile {
  const met = new Set([
    ...passes.map(({ choice }) => choice),
    ...failures.flatMap(({ answers }) => Object.keys(answers)),
  ])
  const inOrder = [...new Set([...listedVariants, ...passes])].filter(
    (each) => met.has(each.choice) && (isDefault(each) || passes.includes(each)),
  )
  const byChoice = Map.groupBy(inOrder, ({ choice }) => choice)
  return {
    schemaVersion: 1,
    command: others.command,
    passes: Object.fromEntries([...byChoice].map(([id, some]) => [id, some.map(({ answer }) => answer)])),
    // The requests have ids and texts, which a test may draw.
    fails: failures.map(({ answers, tests }) => ({ answers, tests: [...tests] })),
    operations: others.operations,
  }
}
