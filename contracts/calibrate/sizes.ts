import { counted } from '../../handlers/choices/kinds.ts'
import { defined } from '../../handlers/model/defined.ts'
import { type Detection, seen, unknown } from '../choices/detection.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { jsonRequest } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import type { Experiment, ExperimentTerms } from './experiment.ts'
import { attempt, findLimit } from './limit.ts'

const kibi = 1024
const mebi = kibi * kibi

/** Common limits of a body, in bytes; higher ones are not found. */
const usualBytes = [
  ...[1000, kibi, 10_000, 10 * kibi, 64 * kibi, 100_000, 100 * kibi, 128 * kibi, 256 * kibi],
  ...[500_000, 500 * kibi, 512 * kibi, 1_000_000, 1000 * kibi, mebi, 2_000_000, 2 * mebi, 2 * mebi + 1],
]

/** Common limits of a text, in characters; higher ones are not found. */
const usualLengths = [
  ...[25, 30, 40, 50, 64, 80, 100, 120, 128, 140, 150, 160, 191, 200, 250, 255, 256, 280, 300, 400, 500],
  ...[512, 1000, 1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_384, 20_000, 32_767, 50_000],
  ...[65_535, 65_536],
]
const longestText = 70_000

/** At least the bytes of a body without the tested text. */
const frame = 150

const noReplace = 'an ordinary replace fails'

/** The largest body: the same post with more and more blanks. */
export const maxBytes: Experiment = (terms) =>
  onSubject(terms, async ({ id, title, content }) => {
    const whole = JSON.stringify({ title, content })
    const limit = await findLimit([whole.length, ...usualBytes], (size) => {
      const body = `${whole.slice(0, -1)}${' '.repeat(size - whole.length)}}`
      return attempt(terms, jsonRequest('PUT', `/posts/${id}`, body))
    })
    if (!limit) return unknown(noReplace)
    const { taken, isReached, status } = limit
    if (!isReached) return { ...seen('none'), inferred: `nothing up to ${counted(taken)} bytes was refused` }
    const inferred = status === 413 ? undefined : 'a larger body is not refused with 413'
    return { ...seen(taken), ...defined({ inferred }) }
  })

/** The longest title and content of a replace; those of a create are taken to be the same. */
export const maxLength: Experiment = (terms) =>
  onSubject(terms, async ({ id, title: mark }): Promise<Detection> => {
    const bytes = answerOf(terms, 'input.max-bytes')
    const top = Math.min(longestText, typeof bytes === 'number' ? bytes - frame : longestText)
    const sizes = [...usualLengths.filter((size) => size < top), top]
    const longest = (field: 'title' | 'content') =>
      findLimit(sizes, (length) => {
        const fields = { title: mark, content: mark, [field]: 'x'.repeat(length) }
        return attempt(terms, jsonRequest('PUT', `/posts/${id}`, fields))
      })
    const [title, content] = [await longest('title'), await longest('content')]
    if (!title || !content) return unknown(noReplace)
    const both = Object.entries({ title, content })
    const limited = both.filter(([, { isReached }]) => isReached)
    const taken = Object.fromEntries(limited.map(([field, limit]) => [field, limit.taken]))
    const [first, ...others] = new Set(limited.map(([, { status }]) => status))
    const status = others.length > 0 || first === usualStatus(terms) ? undefined : first
    const doubts = both.flatMap(([field, limit]) => {
      if (!limit.isReached) return `no ${field} of up to ${counted(limit.taken)} characters was refused`
      return limit.status === undefined ? `a longer ${field} is not refused with 4xx` : []
    })
    const answer = seen(limited.length === 0 ? 'none' : { ...taken, ...defined({ status }) })
    return doubts.length === 0 ? answer : { ...answer, inferred: doubts.join('; ') }
  })

/** The status of other invalid values; undefined where it is not known. */
function usualStatus(terms: ExperimentTerms): unknown {
  const usual = answerOf(terms, 'input.invalid-status')
  return isObject(usual) ? usual['not-allowed'] : usual
}

function answerOf({ found }: ExperimentTerms, choice: 'input.max-bytes' | 'input.invalid-status'): unknown {
  const detection = found[choice]
  return detection && 'answer' in detection ? detection.answer : undefined
}

/** Creates a post for attempts, which is not checked any more, and removes it after the work. */
async function onSubject<Result>(
  { context }: ExperimentTerms,
  work: (subject: OwnPost) => Promise<Result>,
): Promise<Result> {
  const subject = await context.setup.create()
  context.incomplete.add(subject.id)
  const result = await work(subject)
  await context.setup.delete(subject)
  return result
}
