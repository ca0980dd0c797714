import * as z from 'zod/mini'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { jsonFileText, parseJson } from '../../handlers/model/json.ts'
import { type ClauseId, clauseIds } from '../spec/clauses.ts'
import type { VerifyResult } from './result.ts'

/** What a team accepts: the content of a baseline file. */
export interface Baseline {
  /** Broken clauses and choices that differ, each with the reason why it is accepted. */
  readonly known: Readonly<Partial<Record<ClauseId | ChoiceId, string>>>
}

/** The reason of a new entry. */
const unexplained = 'Not explained yet: write here why this is accepted.'

/**
 * Compares a result with a baseline: says what is new, known and fixed. The exit code is 0 where all is known, or 3
 * where a known deviation ended the run early.
 *
 * @example
 * const { exitCode, baseline } = withBaseline(result, readBaseline(text, 'verify.baseline.json'))
 */
export function withBaseline(result: VerifyResult, { known }: Baseline): VerifyResult {
  const found = deviationsOf(result)
  const reasons = found.flatMap((id) => (known[id] === undefined ? [] : [[id, known[id]] as const]))
  const baseline = {
    new: found.filter((id) => known[id] === undefined),
    known: Object.fromEntries(reasons) as Baseline['known'],
    fixed: heldOf(result).filter((id) => known[id] !== undefined),
  }
  if (result.exitCode !== 1 || baseline.new.length > 0) return { ...result, baseline }
  if (result.failureReason === undefined) return { ...result, exitCode: 0, baseline }
  const next = result.mode.readOnly ? '' : ' Run with --read-only to check what needs no write.'
  const failureReason = `${result.failureReason}\nAll findings before that are known.${next}`
  return { ...result, exitCode: 3, failureReason, baseline }
}

/** The baseline that accepts a result: entries keep their reasons, fixed ones are removed. */
export function updatedBaseline(result: VerifyResult, before: Baseline = { known: {} }): Baseline {
  const held = heldOf(result)
  const kept = Object.entries(before.known).filter(([id]) => !held.some((each) => each === id))
  const found = deviationsOf(result).map((id) => [id, unexplained])
  return { known: { ...Object.fromEntries(found), ...Object.fromEntries(kept) } }
}

/** A baseline as the text of its file. */
export function baselineFileText({ known }: Baseline): string {
  return jsonFileText({ schemaVersion: 1, known })
}

/** Everything that makes a run exit with 1. */
function deviationsOf({ clauses, choices }: VerifyResult): (ClauseId | ChoiceId)[] {
  return [
    ...clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause),
    ...choices.filter(({ verdict }) => verdict === 'differs').map(({ choice }) => choice),
  ]
}

/** What held, and is fixed if a baseline accepts it: a run may not check everything. */
function heldOf({ clauses, choices }: VerifyResult): (ClauseId | ChoiceId)[] {
  return [
    ...clauses.filter(({ verdict }) => verdict === 'held').map(({ clause }) => clause),
    ...choices.filter(({ verdict }) => verdict === 'held').map(({ choice }) => choice),
  ]
}

const ids: readonly string[] = [...clauseIds, ...choiceIds]
const id = z.string().check(z.refine((key) => ids.includes(key)))
const reason = 'must say why this is accepted'
const file = z.looseObject(
  {
    known: z.record(id, z.string(reason).check(z.trim(), z.minLength(1, reason)), {
      error: ({ code }) =>
        code === 'invalid_key' ? 'is neither a clause nor a choice' : 'must be an object',
    }),
  },
  'must be an object with "known"',
)

/**
 * Reads the text of a baseline file.
 * @param origin its name in an error, such as `--baseline verify.baseline.json`.
 * @throws UnderstudyError `OPTION_INVALID`, with the place in the file.
 */
export function readBaseline(text: string, origin: string): Baseline {
  const refuse = (fact: string) =>
    new UnderstudyError(
      'OPTION_INVALID',
      `Failed to read ${origin}: ${fact}. Fix it, or rewrite it with --update-baseline.`,
    )
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw refuse(`it is not valid JSON: ${(error as SyntaxError).message}`)
  }
  const [issue] = file.safeParse(value).error?.issues ?? []
  if (issue) throw refuse([z.core.toDotPath(issue.path), issue.message].join(' ').trim())
  return { known: (value as Baseline).known }
}
