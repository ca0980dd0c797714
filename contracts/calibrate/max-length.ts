import type { MaxLength } from '../../handlers/choices/answers.ts'
import { counted, isPerOperation } from '../../handlers/choices/kinds.ts'
import { defined } from '../../handlers/model/defined.ts'
import { unknown } from '../choices/detection.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { Experiment, Surroundings } from './experiment.ts'
import { findLimit, type Limit, numberIn } from './limit.ts'
import type { Trial, Trials } from './trials.ts'

type Field = 'title' | 'content'

const rungs = [101, 256, 1001, 10_001, 70_000]
const usual = [
  ...[50, 64, 80, 100, 120, 128, 140, 150, 160, 191, 200, 250, 255, 256, 280, 300, 400, 500, 512, 1000],
  ...[1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_384, 20_000, 32_767, 50_000, 65_535, 65_536],
]
/** At least the bytes of a body without the tested text. */
const frame = 150
/** A service that accepts none of these lengths is not tested. */
const ordinary = [40, 25]

/** The longest title and content of a replace and a create. */
export const maxLength: Experiment<'input.max-length'> = async (surroundings) => {
  const { before } = surroundings
  const hints = before && 'answer' in before ? before.answer : {}
  const known = (operation: 'create' | 'replace') => (isPerOperation(hints) ? hints[operation] : hints)
  const replace = await lengthsOf('replace', surroundings, known('replace'))
  const create = await lengthsOf('create', surroundings, before ? known('create') : (replace?.answer ?? {}))
  if (!create || !replace) return unknown('an ordinary write fails')
  const isSame = create.fits(replace.answer) && replace.fits(create.answer)
  const doubts = [...new Set([...create.doubts, ...replace.doubts])]
  return {
    answer: isSame ? replace.answer : { create: create.answer, replace: replace.answer },
    ...(doubts.length > 0 ? { inferred: doubts.join('; ') } : {}),
    fits: (expected) =>
      isPerOperation(expected)
        ? create.fits(expected.create) && replace.fits(expected.replace)
        : create.fits(expected) && replace.fits(expected),
    evidence: [...replace.evidence, ...(isSame ? [] : create.evidence)],
  }
}

type Surrounding = Surroundings<'input.max-length'>

/** The limits of one operation; undefined where even ordinary texts are refused. */
async function lengthsOf(operation: 'create' | 'replace', surroundings: Surrounding, hints: MaxLength) {
  const known = hints === 'none' ? {} : hints
  const title = await limitOf(operation, 'title', surroundings, known.title)
  const content = await limitOf(operation, 'content', surroundings, known.content)
  if (!title || !content) return undefined
  const both = Object.entries({ title, content })
  const limits = both.filter(([, { refused }]) => refused !== undefined)
  const free = both.filter(([, { refused }]) => refused === undefined)
  const odd = limits.filter(([, { status }]) => status === undefined || status >= 500)
  const most = Math.min(...free.map(([, { taken }]) => taken))
  const doubts = [
    ...(free.length === 0
      ? []
      : [`no ${free.map(([field]) => field).join(' or ')} of up to ${counted(most)} characters was refused`]),
    ...odd.map(([field, { refusal }]) => `a longer ${field} is ${refusal}`),
  ]
  const status = ownStatus(limits, surroundings)
  const taken = Object.fromEntries(limits.map(([field, { taken }]) => [field, taken]))
  const answer: MaxLength = limits.length === 0 ? 'none' : { ...taken, ...defined({ status }) }
  const fits = (expected: MaxLength) => {
    const lengths: Exclude<MaxLength, 'none'> = expected === 'none' ? {} : expected
    const isSame = limits.length === 0 || lengths.status === status
    return isSame && title.fits(lengths.title ?? 'none') && content.fits(lengths.content ?? 'none')
  }
  return { answer, doubts, fits, evidence: [...title.evidence, ...content.evidence] }
}

/** The status of texts that are too long, if it differs from that of other invalid values. */
function ownStatus(
  limits: readonly (readonly [string, Limit])[],
  { found }: Surrounding,
): number | undefined {
  const [status, ...others] = new Set(limits.map(([, { status }]) => status))
  const usual = found['input.invalid-status']
  const isOwn = status !== undefined && status < 500 && others.length === 0 && usual && 'answer' in usual
  if (!isOwn) return undefined
  const known = typeof usual.answer === 'number' ? usual.answer : usual.answer['not-allowed']
  return status === known ? undefined : status
}

/** The limit of a field; undefined where even an ordinary text is refused. */
function limitOf(
  operation: 'create' | 'replace',
  field: Field,
  { trials, found }: Surrounding,
  hint: number | undefined,
): Promise<Limit | undefined> {
  const bytes = numberIn(found['input.max-bytes']) ?? Infinity
  const top = Math.min(bytes - frame, rungs.at(-1) ?? 0)
  const search = { rungs: [...rungs.filter((size) => size < top), top], usual, hint }
  const find = async (attempt: (length: number) => Promise<Trial>) => {
    for (const taken of ordinary)
      if ((await attempt(taken)).isDone) return await findLimit({ ...search, taken, attempt })
    return undefined
  }
  return operation === 'create'
    ? find(creating(trials, field))
    : trials.onSubject((subject) => find(replacing(trials, field, subject)))
}

/** Tries lengths on one post. The other field has the mark. */
function replacing(trials: Trials, field: Field, subject: OwnPost) {
  return (length: number) =>
    trials.tryReplace(subject, JSON.stringify(fieldsOf(field, length, subject.title)))
}

function creating(trials: Trials, field: Field) {
  return async (length: number) => {
    const mark = await trials.setup.freeTitle()
    return await trials.tryCreate(fieldsOf(field, length, mark), mark)
  }
}

function fieldsOf(field: Field, length: number, mark: string) {
  const text = 'x'.repeat(length)
  return field === 'title' ? { title: text, content: mark } : { title: mark, content: text }
}
