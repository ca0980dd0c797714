import { counted } from '../../handlers/choices/kinds.ts'
import { masked, unknown } from '../detect/detection.ts'
import { type Exchange, isRefusal } from '../document/exchange.ts'
import type { Experiment } from './experiment.ts'
import { isSameReply } from './likeness.ts'
import { findLimit, numberIn } from './limit.ts'
import type { Trial } from './trials.ts'

/** Small steps at first: in some services each level takes twice as long as the one before. */
const rungs = [8, 14, 18, 20, 22, 24, 26, 28, 30, 33, 65, 129, 513, 1000]
const usual = [10, 16, 20, 24, 32, 50, 64, 100, 128, 200, 256, 500, 512, 999]
/** The limit of the mock, and the deepest body that is sent. */
const deepest = 1000
/** At least the bytes of a body without its brackets. */
const frame = 200
/** The search stops at a reply that takes so many milliseconds and so many times longer than the first. */
const slow = { duration: 500, times: 8 }

/** The deepest body: nested arrays in an unknown field. */
export const maxDepth: Experiment<'input.max-depth'> = ({ trials, found, before }) =>
  trials.onSubject(async (subject) => {
    const { title, content } = subject
    const fields = JSON.stringify({ title, content }).slice(0, -1)
    const replace = (depth: number) =>
      trials.tryReplace(subject, `${fields},"understudy":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)
    const shallow = await replace(2)
    const malformed = (await trials.tryReplace(subject, `${fields},"understudy":`)).exchange?.reply
    if (isRefused(shallow) && isSameReply(shallow.exchange.reply, malformed))
      return masked('every nested body is refused like one that is not JSON')
    if (!shallow.isDone && !isRefused(shallow)) return unknown('every nested body fails')
    let slowest: string | undefined
    const attempt = async (depth: number): Promise<Trial | undefined> => {
      let made = await replace(depth)
      const isSlow = () => made.duration > slow.duration && made.duration > slow.times * shallow.duration
      if (isSlow()) made = await replace(depth)
      if (isSlow()) {
        slowest = `${depth} levels take ${(made.duration / 1000).toFixed(1)} s`
        return undefined
      }
      // If the unknown field is refused anyway, a different refusal is about the depth.
      const isAsShallow = isRefused(shallow) && isSameReply(shallow.exchange.reply, made.exchange?.reply)
      return { ...made, isDone: made.isDone || isAsShallow }
    }
    const bytes = numberIn(found['input.max-bytes'])
    const top = bytes === undefined ? deepest : Math.min((bytes - frame) >> 1, deepest)
    const { taken, refused, isExact, status, refusal, fits, evidence } = await findLimit({
      taken: 2,
      rungs: [...rungs.filter((depth) => depth < top), top],
      usual,
      hint: numberIn(before),
      attempt,
    })
    if (!isExact) return { ...unknown(`${slowest}: nothing deeper was sent`), evidence }
    if (refused === undefined)
      return {
        answer: 'none',
        inferred: `nothing up to ${counted(taken)} levels was refused`,
        fits,
        evidence,
      }
    const isOdd = status !== malformed?.status
    const doubt = isOdd ? { inferred: `a deeper body is ${refusal}, unlike one that is not JSON` } : {}
    return { answer: taken, ...doubt, fits, evidence }
  })

function isRefused(attempt: Trial): attempt is Trial & { readonly exchange: Exchange } {
  return attempt.exchange !== undefined && isRefusal(attempt.exchange.reply)
}
