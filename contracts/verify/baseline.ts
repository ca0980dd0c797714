import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { choiceIds } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { jsonFileText, parseJson } from '../../handlers/model/json.ts'
import { causeOf, type Finding } from '../judge/finding.ts'
import { sequenceName } from '../run/trace.ts'
import { type ClauseId, clauses } from '../spec/clauses.ts'
import { isObject } from '../spec/post-text.ts'
import type { BaselineResult, Deviation, KnownDeviation, VerifyResult } from './result.ts'
import { verdictOf } from './verdict.ts'

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
  const found = deviationsOf(result).map(({ deviation, mayBe }) => {
    const entries = known.filter((entry) => covers(entry, deviation, mayBe))
    return { deviation, entry: entries.find((entry) => !isExpired(entry)), expired: entries.find(isExpired) }
  })
  const baseline: BaselineResult = {
    new: found.flatMap(({ deviation, entry, expired }) => (entry || expired ? [] : [deviation])),
    known: [...new Set(found.flatMap(({ entry, deviation }) => (entry ? [as(entry, deviation)] : [])))],
    expired: found.flatMap(({ entry, expired }) => (entry || !expired ? [] : [expired])),
    fixed: known.filter((entry) => isFixed(entry, result)),
  }
  const { exitCode } = verdictOf(result.clauses, result.choices, result.failureReason)
  if (exitCode !== 1 || baseline.new.length + baseline.expired.length > 0)
    return { ...result, exitCode, baseline }
  if (result.failureReason === undefined) return { ...result, exitCode: 0, baseline }
  const next = result.mode.readOnly ? '' : ' Run with --read-only to check what needs no write.'
  const failureReason = `${result.failureReason}\nAll findings before that are known.${next}`
  return { ...result, exitCode: 3, failureReason, baseline }
}

/** The baseline that accepts a result: entries keep their reasons and dates, fixed ones are removed. */
export function updatedBaseline(result: VerifyResult, before: Baseline | undefined): Baseline {
  const kept = (before?.known ?? []).filter((entry) => !isFixed(entry, result))
  const added = deviationsOf(result).filter(
    ({ deviation, mayBe }) => !kept.some((entry) => covers(entry, deviation, mayBe)),
  )
  return { known: [...kept, ...added.map(({ deviation }) => ({ ...deviation, reason: unexplained }))] }
}

/** A baseline as the text of its file. */
export function baselineFileText({ known }: Baseline): string {
  return jsonFileText({ schemaVersion: 1, known })
}

/** A deviation, and other clauses with the same symptoms: if one of them is known, so is this deviation. */
interface Found {
  readonly deviation: Deviation
  readonly mayBe: readonly ClauseId[]
}

/** Everything that makes a run exit with 1. */
function deviationsOf({ clauses, choices, sequences }: VerifyResult): Found[] {
  const drawn = sequences?.failure && sequenceName(sequences.failure.path)
  const isHeld = (id: ClauseId) => clauses.some(({ clause, verdict }) => clause === id && verdict === 'held')
  const broken = clauses.flatMap(({ clause, verdict, findings }): Found[] => {
    if (verdict !== 'broken') return []
    // The finding of a random sequence depends on the seed.
    const fixed = findings.filter(({ shownBy }) => shownBy !== drawn)
    if (fixed.length === 0) return [{ deviation: { clause }, mayBe: sharedBy(findings) }]
    return [...Map.groupBy(fixed, causeOf)].map(([cause, alike]) => ({
      deviation: { clause, cause },
      mayBe: sharedBy(alike).filter((each) => !isHeld(each)),
    }))
  })
  const differing = choices.flatMap(({ choice, verdict, actual }): Found[] =>
    verdict === 'differs' ? [{ deviation: { choice, ...defined({ answer: actual }) }, mayBe: [] }] : [],
  )
  return [...broken, ...differing]
}

/** The alternative clauses that all findings share. */
function sharedBy([first, ...more]: readonly Finding[]): readonly ClauseId[] {
  return (first?.alternatives ?? []).filter((each) =>
    more.every(({ alternatives = [] }) => alternatives.includes(each)),
  )
}

/** An entry, applied to a deviation of another clause. */
function as(entry: KnownDeviation, deviation: Deviation): KnownDeviation {
  const isOther = 'clause' in entry && 'clause' in deviation && entry.clause !== deviation.clause
  return isOther ? { ...entry, ...deviation } : entry
}

function covers(entry: KnownDeviation, deviation: Deviation, mayBe: readonly ClauseId[]): boolean {
  if ('clause' in entry)
    return (
      'clause' in deviation &&
      (mayBe.includes(entry.clause) ||
        (entry.clause === deviation.clause &&
          (entry.cause === undefined || deviation.cause === undefined || entry.cause === deviation.cause)))
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

/**
 * Reads the text of a baseline file.
 * @param origin its name in an error, such as `--baseline verify.baseline.json`.
 * @throws UnderstudyError `OPTION_INVALID`, with the number of the entry.
 */
export function readBaseline(text: string, origin: string): Baseline {
  const refuse = (fact: string): never => {
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to read ${origin}: ${fact}. Fix it, or rewrite it with --update-baseline.`,
    )
  }
  const known = knownIn(text, refuse)
  known.forEach((entry, at) => {
    const fact = faultOf(entry)
    if (fact !== undefined) refuse(`entry ${at + 1} of "known": ${fact}`)
  })
  return { known: known as KnownDeviation[] }
}

function knownIn(text: string, refuse: (fact: string) => never): readonly unknown[] {
  try {
    const value = parseJson(text)
    if (isObject(value) && Array.isArray(value.known)) return value.known
  } catch (error) {
    refuse(`it is not valid JSON: ${(error as SyntaxError).message}`)
  }
  return refuse('it must be an object with a list "known"')
}

const text = z.string('must be a text')
const entrySchema = z
  .looseObject(
    {
      clause: z.optional(z.enum(Object.keys(clauses), `must be one of ${Object.keys(clauses).join(', ')}`)),
      choice: z.optional(z.enum(choiceIds, 'must be the id of a choice')),
      cause: z.optional(text),
      reason: z
        .string('must say why this is accepted')
        .check(z.refine((reason) => reason.trim() !== '', 'must say why this is accepted')),
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

function faultOf(entry: unknown): string | undefined {
  const [issue] = entrySchema.safeParse(entry).error?.issues ?? []
  return issue && [...issue.path.map((key) => JSON.stringify(key)), issue.message].join(' ')
}
