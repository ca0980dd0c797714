import type { MaxLength } from '../../handlers/choices/answers.ts'
import { counted } from '../../handlers/choices/kinds.ts'
import { defined } from '../../handlers/model/defined.ts'
import { perOperation } from '../choices/detect.ts'
import { type Detection, unknown } from '../choices/detection.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { jsonRequest } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import { findId } from '../wire/find-id.ts'
import type { Experiment, ExperimentTerms } from './experiment.ts'
import { type Attempt, attempt, findLimit, fitsLimit, type Limit } from './limit.ts'

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

/** The largest body: the same post with more and more blanks. */
export const maxBytes: Experiment = (terms) =>
  onSubject(terms, async ({ id, title, content }) => {
    const whole = JSON.stringify({ title, content })
    const limit = await findLimit([whole.length, ...usualBytes], (size) => {
      const body = `${whole.slice(0, -1)}${' '.repeat(size - whole.length)}}`
      return attempt(terms, jsonRequest('PUT', `/posts/${id}`, body))
    })
    if (!limit) return unknown('an ordinary replace fails')
    const { taken, refused, status, refusal, evidence } = limit
    const common = { fits: (expected: unknown) => fitsLimit(limit, expected), evidence }
    if (refused === undefined)
      return { ...common, answer: 'none', inferred: `nothing up to ${counted(taken)} bytes was refused` }
    const inferred = status === 413 ? undefined : `a larger body is ${refusal}, not with 413`
    return { ...common, answer: taken, ...defined({ inferred }) }
  })

type Field = 'title' | 'content'
type Lengths = Readonly<Record<Field, Limit | undefined>>

/** The longest title and content of a create and a replace. */
export const maxLength: Experiment = async (terms) => {
  const bytes = answerOf(terms, 'input.max-bytes')
  const top = Math.min(longestText, typeof bytes === 'number' ? bytes - frame : longestText)
  const sizes = [...usualLengths.filter((size) => size < top), top]
  const replaced = await onSubject(terms, ({ id, title }) =>
    bothFields((field) =>
      findLimit(sizes, (length) =>
        attempt(terms, jsonRequest('PUT', `/posts/${id}`, fieldsOf(field, length, title))),
      ),
    ),
  )
  const created = await bothFields((field) =>
    findLimit(sizes, (length) => tryCreate(terms, field, length), replaced[field]),
  )
  return perOperation(detectionOf(created, terms), detectionOf(replaced, terms))
}

async function bothFields(find: (field: Field) => Promise<Limit | undefined>): Promise<Lengths> {
  return { title: await find('title'), content: await find('content') }
}

/** The limits of one operation. */
function detectionOf({ title, content }: Lengths, terms: ExperimentTerms): Detection {
  if (!title || !content) return unknown('an ordinary write fails')
  const both = Object.entries({ title, content })
  const limited = both.filter(([, { refused }]) => refused !== undefined)
  const [first, ...others] = new Set(limited.map(([, { status }]) => status))
  const status = others.length > 0 || first === usualStatus(terms) ? undefined : first
  const taken = Object.fromEntries(limited.map(([field, limit]) => [field, limit.taken]))
  const doubts = both.flatMap(([field, limit]) => {
    if (limit.refused === undefined)
      return `no ${field} of up to ${counted(limit.taken)} characters was refused`
    return limit.status === undefined ? `a longer ${field} is ${limit.refusal}` : []
  })
  return {
    answer: limited.length === 0 ? 'none' : { ...taken, ...defined({ status }) },
    ...(doubts.length === 0 ? {} : { inferred: doubts.join('; ') }),
    fits(expected) {
      const lengths: Exclude<MaxLength, 'none'> = isObject(expected) ? expected : {}
      const isSame = limited.length === 0 || lengths.status === status
      return (
        isSame && fitsLimit(title, lengths.title ?? 'none') && fitsLimit(content, lengths.content ?? 'none')
      )
    },
    evidence: both.flatMap(([, { evidence }]) => evidence),
  }
}

/** The status of other invalid values; undefined where it is not known. */
function usualStatus(terms: ExperimentTerms): unknown {
  const usual = answerOf(terms, 'input.invalid-status')
  return isObject(usual) ? usual['not-allowed'] : usual
}

function answerOf({ found }: ExperimentTerms, choice: 'input.max-bytes' | 'input.invalid-status'): unknown {
  const detection = found[choice]
  return detection && 'answer' in detection ? detection.answer : undefined
}

/** A long field. The other one has the mark. */
function fieldsOf(field: Field, length: number, mark: string) {
  const text = 'x'.repeat(length)
  return field === 'title' ? { title: text, content: mark } : { title: mark, content: text }
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

/** Creates a post with a long field, and removes it. */
async function tryCreate(terms: ExperimentTerms, field: Field, length: number): Promise<Attempt> {
  const { context } = terms
  const { setup } = context
  const mark = await setup.freeTitle()
  const fields = fieldsOf(field, length, mark)
  const made = await attempt(terms, jsonRequest('POST', '/posts', fields))
  const { exchange } = made
  const found =
    made.isDone && exchange && (await context.find(() => findId(exchange.reply, mark, setup.send)))
  if (!found) return made
  const post = { id: found.id, ...fields }
  setup.adopt(post)
  await setup.delete(post)
  return made
}
