import { counted } from '../../handlers/choices/kinds.ts'
import { defined } from '../../handlers/model/defined.ts'
import { unknown } from '../choices/detection.ts'
import { createPost } from '../run/states.ts'
import { isRefusal, jsonRequest } from '../spec/exchange.ts'
import type { Experiment } from './experiment.ts'
import { findLimit } from './limit.ts'

/** Common limits of a text, in characters; longer ones are not tried. */
const usualLengths = [
  ...[25, 30, 40, 50, 64, 80, 100, 120, 128, 140, 150, 160, 191, 200, 250, 255, 256, 280, 300, 400, 500],
  ...[512, 1000, 1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_384, 20_000, 32_767, 50_000],
  ...[65_535, 65_536, 70_000],
]

/** At least the bytes of a body without the tested text. */
const frame = 150

/** The longest title and content of a replace; those of a create are taken to be the same. */
export const maxLength: Experiment = async (terms) => {
  const { run, found } = terms
  const largest = found['input.max-bytes']
  const bytes = largest && 'answer' in largest ? largest.answer : undefined
  const lengths = usualLengths.filter((length) => typeof bytes !== 'number' || length < bytes - frame)
  const { id, title: mark } = await createPost(run)
  // Its texts are not checked any more.
  run.own.incomplete.add(id)
  const longest = (field: 'title' | 'content') =>
    findLimit(terms, lengths, (length) =>
      jsonRequest('PUT', `/posts/${id}`, { title: mark, content: mark, [field]: 'x'.repeat(length) }),
    )
  const [title, content] = [await longest('title'), await longest('content')]
  if (!title || !content) return unknown('an ordinary replace fails')
  const both = Object.entries({ title, content })
  const limited = both.filter(([, { status }]) => status !== undefined)
  const taken = Object.fromEntries(limited.map(([field, limit]) => [field, limit.taken]))
  const status = limited.map(([, limit]) => limit.status ?? 0).find((each) => isRefusal({ status: each }))
  const open = both.filter(([, limit]) => limit.status === undefined)
  const inferred = open.map(
    ([field]) => `no ${field} of up to ${counted(lengths.at(-1) ?? 0)} characters was refused`,
  )
  return {
    answer: limited.length === 0 ? 'none' : { ...taken, ...defined({ status }) },
    ...(inferred.length > 0 && { inferred: inferred.join('; ') }),
  }
}
