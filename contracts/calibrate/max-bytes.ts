import { counted } from '../../handlers/choices/kinds.ts'
import { seen, unknown } from '../choices/detection.ts'
import { createPost } from '../run/states.ts'
import { jsonRequest } from '../spec/exchange.ts'
import type { Experiment } from './experiment.ts'
import { findLimit } from './limit.ts'

const kibi = 1024
const mebi = kibi * kibi

/** Common limits of a body, in bytes; the last is the largest body that is tried. */
const sizes = [
  ...[1000, kibi, 10_000, 10 * kibi, 64 * kibi, 100_000, 100 * kibi, 128 * kibi, 256 * kibi],
  ...[500_000, 500 * kibi, 512 * kibi, 1_000_000, 1000 * kibi, mebi, 2_000_000, 2 * mebi, 2 * mebi + 1],
]

/** The largest body of a replace: the same post with more and more blanks. */
export const maxBytes: Experiment = async (terms) => {
  const { run } = terms
  const { id, title, content } = await createPost(run)
  // Its texts are not checked any more.
  run.own.incomplete.add(id)
  const body = JSON.stringify({ title, content })
  const limit = await findLimit(terms, sizes, (size) =>
    jsonRequest('PUT', `/posts/${id}`, `${body.slice(0, -1)}${' '.repeat(size - body.length)}}`),
  )
  if (!limit) return unknown('an ordinary replace fails')
  const { taken, status } = limit
  if (status === undefined)
    return { ...seen('none'), inferred: `no body of up to ${counted(taken)} bytes was refused` }
  return status === 413 ? seen(taken) : { ...seen(taken), inferred: 'a larger body is not refused with 413' }
}
