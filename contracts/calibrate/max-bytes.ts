import { counted } from '../../handlers/choices/kinds.ts'
import { unknown } from '../choices/detection.ts'
import type { Experiment } from './experiment.ts'
import { findLimit, numberIn } from './limit.ts'

const kibi = 1024
const mebi = kibi * kibi
/** Higher limits are not found. */
const rungs = [100 * kibi + 1, mebi + 1, 2 * mebi + 1]
const usual = [
  ...[1000, kibi, 10_000, 10 * kibi, 64 * kibi, 100_000, 100 * kibi, 128 * kibi, 256 * kibi],
  ...[500_000, 500 * kibi, 512 * kibi, 1_000_000, 1000 * kibi, mebi, 2_000_000, 2 * mebi],
]
/** The limit of all bodies of one search, in bytes. */
const budget = 24 * mebi

/** The largest body: the same post with more and more blanks. */
export const maxBytes: Experiment<'input.max-bytes'> = ({ trials, before }) =>
  trials.onSubject(async (subject) => {
    const whole = JSON.stringify({ title: subject.title, content: subject.content })
    let left = budget
    const attempt = async (size: number) => {
      left -= size
      if (left < 0) return undefined
      const body = `${whole.slice(0, -1)}${' '.repeat(Math.max(0, size - whole.length))}}`
      return await trials.tryReplace(subject, body)
    }
    const ordinary = await attempt(whole.length)
    if (!ordinary?.isDone) return unknown('an ordinary replace fails')
    const { taken, refused, isExact, status, refusal, fits, evidence } = await findLimit({
      taken: whole.length,
      rungs,
      usual,
      hint: numberIn(before),
      attempt,
    })
    if (refused === undefined)
      return { answer: 'none', inferred: `nothing up to ${counted(taken)} bytes was refused`, fits, evidence }
    const doubts = [
      ...(isExact ? [] : [`the limit is between ${counted(taken)} and ${counted(refused)} bytes`]),
      ...(status === 413 ? [] : [`a larger body is ${refusal}, not with 413`]),
    ]
    const doubt = doubts.length > 0 ? { inferred: doubts.join('; ') } : {}
    return { answer: taken, ...doubt, fits, evidence }
  })
