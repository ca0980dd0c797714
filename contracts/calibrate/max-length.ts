import type { MaxLength } from '../../src/choices/input-choices.ts'
import { unknown } from '../readings/reading.ts'
import type { Experiment, Surroundings } from './experiment.ts'
import type { Lab } from './lab.ts'
import { counted, findLimit, type Limit } from './limit.ts'

type Field = 'title' | 'content'

const rungs = [101, 256, 1001, 10_001, 70_000]
const usual = [
  ...[50, 64, 80, 100, 120, 128, 140, 150, 160, 191, 200, 250, 255, 256, 280, 300, 400, 500, 512, 1000],
  ...[1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_384, 20_000, 32_767, 50_000, 65_535, 65_536],
]
/** What a body has beside the text in question, in bytes, with room to spare. */
const frame = 150

/** How long a title and a content may be. The first round asks by replaces, the second by creates. */
export const maxLength: Experiment<'input.max-length'> = async (surroundings) => {
  const title = await limitOf('title', surroundings)
  const content = await limitOf('content', surroundings)
  const evidence = [...title.evidence, ...content.evidence]
  const unsure = [title, content].find(({ isExact }) => !isExact)
  if (unsure) return { ...unknown('an ordinary replace is not done'), evidence }
  const limits = Object.entries({ title, content }).filter(([, { refused }]) => refused !== undefined)
  const free = Object.entries({ title, content }).filter(([, { refused }]) => refused === undefined)
  const strange = limits.filter(([, { status }]) => status === undefined || status >= 500)
  const doubts = [
    ...free.map(([field, { taken }]) => `no ${field} of up to ${counted(taken)} characters was refused`),
    ...strange.map(([field, { refusal }]) => `a longer ${field} is ${refusal}`),
  ]
  const answer: MaxLength =
    limits.length === 0 ? 'none' : Object.fromEntries(limits.map(([field, { taken }]) => [field, taken]))
  return { answer, ...(doubts.length > 0 ? { inferred: doubts.join('; ') } : {}), evidence }
}

async function limitOf(
  field: Field,
  { lab, found, before }: Surroundings<'input.max-length'>,
): Promise<Limit> {
  const bytes = found['input.max-bytes']
  const most = bytes && 'answer' in bytes && bytes.answer !== 'none' ? bytes.answer - frame : Infinity
  const hints = before && 'answer' in before && before.answer !== 'none' ? before.answer : {}
  const attempt = before ? creating(lab, field) : await replacing(lab, field)
  const known = 40
  const ordinary = await attempt(known)
  if (!ordinary.isDone)
    return {
      taken: 0,
      refused: undefined,
      isExact: false,
      evidence: ordinary.exchange ? [ordinary.exchange] : [],
      refusal: '',
      status: undefined,
    }
  const top = Math.min(most, rungs.at(-1) ?? 0)
  const below = rungs.filter((size) => size < top)
  return await findLimit({ taken: known, rungs: [...below, top], usual, hint: hints[field], attempt })
}

/** Tries lengths on one post. The other field bears the mark by which the post is known. */
async function replacing(lab: Lab, field: Field) {
  const subject = await lab.subject()
  return (length: number) => lab.tryReplace(subject, JSON.stringify(fieldsOf(field, length, subject.title)))
}

function creating(lab: Lab, field: Field) {
  return async (length: number) => {
    const mark = await lab.stage.freeTitle()
    return await lab.tryCreate(fieldsOf(field, length, mark), mark)
  }
}

function fieldsOf(field: Field, length: number, mark: string) {
  const text = 'x'.repeat(length)
  return field === 'title' ? { title: text, content: mark } : { title: mark, content: text }
}
