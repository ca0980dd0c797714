import { counted } from '../../handlers/choices/kinds.ts'
import { masked, unknown } from '../detect/detection.ts'
import { type Exchange, isRefusal } from '../document/exchange.ts'
import type { Experiment } from './experiment.ts'
import { isSameReply } from './likeness.ts'
import { findLimit, fitsLimit, numberIn } from './limit.ts'
import type { Trial } from './trials.ts'

/** Small steps at first: to some services each level of nesting takes twice as long as the one before. */
const rungs = [8, 14, 18, 20, 22, 24, 26, 28, 30, 33, 65, 129, 513, 1000]
const usual = [10, 16, 20, 24, 32, 50, 64, 100, 128, 200, 256, 500, 512, 999]
/** The deepest that the mock goes, and what is sent at the most. */
const deepest = 1000
/** What a body has beside its brackets, in bytes, with room to spare. */
const frame = 200
/** An answer that takes so long, in milliseconds, and so many times longer than the first, is a warning. */
const slow = { duration: 500, times: 8 }

/** How deep a body may nest: arrays in arrays, in a field that posts do not have. */
export const maxDepth: Experiment<'input.max-depth'> = ({ trials, found, before }) =>
  trials.onSubject(async (subject) => {
    const { title, content } = subject
    const fields = JSON.stringify({ title, content }).slice(0, -1)
    const replace = (depth: number) =>
      trials.tryReplace(subject, `${fields},"understudy":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)
    const shallow = await replace(2)
    const malformed = (await trials.tryReplace(subject, `${fields},"understudy":`)).exchange?.reply
    if (isRefused(shallow) && isSameReply(shallow.exchange.reply, malformed))
      return masked('a body that nests at all is refused like one that is not JSON')
    if (!shallow.isDone && !isRefused(shallow)) return unknown('a body that nests at all fails')
    let slowest: string | undefined
    const attempt = async (depth: number): Promise<Trial | undefined> => {
      let made = await replace(depth)
      const isSlow = () => made.duration > slow.duration && made.duration > slow.times * shallow.duration
      if (isSlow()) made = await replace(depth)
      if (isSlow()) {
        slowest = `${depth} levels take it ${(made.duration / 1000).toFixed(1)} s`
        return undefined
      }
      // Where such a field is refused anyway, another refusal is that of the depth.
      const isAsShallow = isRefused(shallow) && isSameReply(shallow.exchange.reply, made.exchange?.reply)
      return { ...made, isDone: made.isDone || isAsShallow }
    }
    const bytes = numberIn(found['input.max-bytes'])
    const top = bytes === undefined ? deepest : Math.min((bytes - frame) >> 1, deepest)
    const limit = await findLimit({
      taken: 2,
      rungs: [...rungs.filter((depth) => depth < top), top],
      usual,
      hint: numberIn(before),
      attempt,
    })
    const { taken, refused, isExact, status, refusal, evidence } = limit
    const fits = (expected: number | 'none') => fitsLimit(limit, expected)
    if (!isExact) return { ...unknown(`${slowest}: nothing deeper was sent`), evidence }
    if (refused === undefined)
      return {
        answer: 'none',
        inferred: `nothing up to ${counted(taken)} levels was refused`,
        fits,
        evidence,
      }
    const isOdd = status !== malformed?.status
    const doubt = isOdd ? { inferred: `what nests deeper is ${refusal}, unlike what is not JSON` } : {}
    return { answer: taken, ...doubt, fits, evidence }
  })

function isRefused(attempt: Trial): attempt is Trial & { readonly exchange: Exchange } {
  return attempt.exchange !== undefined && isRefusal(attempt.exchange.reply)
}
