import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { choiceIds } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { jsonFileText, parseJson } from '../../handlers/model/json.ts'
import { causeOf } from '../judge/finding.ts'
import { sequenceName } from '../run/trace.ts'
import { clauses } from '../spec/clauses.ts'
import type { BaselineResult, Deviation, KnownDeviation, VerifyResult } from './result.ts'

/** The deviations that a team accepts: the content of a baseline file. */
export interface Baseline {
  readonly known: readonly KnownDeviation[]
}

/** The reason of a new entry. */
const unexplained = 'Not explained yet: write here why this is accepted.'

/**
 * Compares a result with a baseline: says what is new, known and fixed. The exit code is 0 where all is known, or 3
 * where a known deviation ended the run early.
 *
 * @param today such as `2026-11-22`.
 * @example
 * const { exitCode, baseline } = withBaseline(result, readBaseline(text, 'verify.baseline.json'), '2026-11-22')
 */
export function withBaseline(result: VerifyResult, { known }: Baseline, today: string): VerifyResult {
  const isExpired = ({ until }: KnownDeviation) => until !== undefined && until < today
  const found = deviationsOf(result).map((deviation) => {
    const entries = known.filter((entry) => covers(entry, deviation))
    return { deviation, entry: entries.find((entry) => !isExpired(entry)), expired: entries.find(isExpired) }
  })
  const baseline: BaselineResult = {
    new: found.flatMap(({ deviation, entry, expired }) => (entry || expired ? [] : [deviation])),
    known: [...new Set(found.flatMap(({ entry = [] }) => entry))],
    expired: found.flatMap(({ entry, expired }) => (entry || !expired ? [] : [expired])),
    fixed: known.filter((entry) => isFixed(entry, result)),
  }
  if (result.exitCode !== 1 || baseline.new.length + baseline.expired.length > 0)
    return { ...result, baseline }
  if (result.failureReason === undefined) return { ...result, exitCode: 0, baseline }
  const next = result.mode.readOnly ? '' : ' Run with --read-only to check what needs no write.'
  const failureReason = `${result.failureReason}\nAll findings before that are known.${next}`
  return { ...result, exitCode: 3, failureReason, baseline }
}

/** The baseline that accepts a result: entries keep their reasons and dates, fixed ones are removed. */
export function updatedBaseline(result: VerifyResult, before: Baseline | undefined): Baseline {
  const kept = (before?.known ?? []).filter((entry) => !isFixed(entry, result))
  const added = deviationsOf(result).filter((deviation) => !kept.some((entry) => covers(entry, deviation)))
  return { known: [...kept, ...added.map((deviation) => ({ ...deviation, reason: unexplained }))] }
}

/** A baseline as the text of its file. */
export function baselineFileText({ known }: Baseline): string {
  return jsonFileText({ schemaVersion: 1, known })
}

/** Everything that makes a run exit with 1. */
function deviationsOf({ clauses, choices, sequences }: VerifyResult): Deviation[] {
  const drawn = sequences?.failure && sequenceName(sequences.failure.path)
  const broken = clauses.flatMap(({ clause, verdict, findings }): Deviation[] => {
    if (verdict !== 'broken') return []
    // The finding of a random sequence depends on the seed.
    const causes = new Set(findings.filter(({ shownBy }) => shownBy !== drawn).map(causeOf))
    return causes.size === 0 ? [{ clause }] : [...causes].map((cause) => ({ clause, cause }))
  })
  const differing = choices.flatMap(({ choice, verdict, actual }): Deviation[] =>
    verdict === 'differs' ? [{ choice, ...defined({ answer: actual }) }] : [],
  )
  return [...broken, ...differing]
}

function covers(entry: KnownDeviation, deviation: Deviation): boolean {
  if ('clause' in entry)
    return (
      'clause' in deviation &&
      entry.clause === deviation.clause &&
      (entry.cause === undefined || deviation.cause === undefined || entry.cause === deviation.cause)
    )
  return (
    'choice' in deviation &&
    entry.choice === deviation.choice &&
    (!('answer' in entry) || isDeepStrictEqual(entry.answer, deviation.answer))
  )
}

/** Only a clause or choice that held is fixed: a run may not check everything. */
function isFixed(entry: KnownDeviation, { clauses, choices }: VerifyResult): boolean {
  return 'clause' in entry
    ? clauses.some(({ clause, verdict }) => clause === entry.clause && verdict === 'held')
    : choices.some(({ choice, verdict }) => choice === entry.choice && verdict === 'held')
}

const text = z.string('must be a text')
const reason = 'must say why this is accepted'
const entry = z
  .looseObject(
    {
      clause: z.optional(z.enum(Object.keys(clauses), `must be one of ${Object.keys(clauses).join(', ')}`)),
      choice: z.optional(z.enum(choiceIds, 'must be the id of a choice')),
      cause: z.optional(text),
      reason: z.string(reason).check(z.trim(), z.minLength(1, reason)),
      until: z.optional(z.iso.date('must be a day such as "2027-01-31"')),
    },
    'must be an object',
  )
  .check(
    z.refine(
      ({ clause, choice }) => (clause === undefined) !== (choice === undefined),
      'must have a "clause" or a "choice"',
    ),
  )
const file = z.looseObject(
  { known: z.array(entry, 'must be a list') },
  'must be an object with a list "known"',
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
