import { isRefusal } from '../spec/exchange.ts'
import type { Step } from '../spec/step.ts'
import { rowsOf, type TextRow } from '../spec/texts.ts'
import { runAtOnce } from './at-once.ts'
import { runExample } from './example.ts'
import type { SequenceRun } from './sequence-run.ts'
import { deletionOf, idOf, type Prepared, perform, performOne, prepare, writeTexts } from './write.ts'

/**
 * Runs steps until one shows a fault, then checks some posts and deletes all. Faults are findings of the run.
 */
export async function runSteps(run: SequenceRun, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (run.terms.isOver) break
    run.step++
    if (run.terms.leavesOut(step.do === 'many' ? step.write : step.do)) continue
    await runStep(run, step)
    if (run.hasFailed) return
  }
  run.step++
  const { own } = run
  for (const id of new Set([own.alive.at(-1)?.id, own.alive.at(0)?.id, own.gone.at(-1)]))
    if (id !== undefined && !run.hasFailed) await run.read(id)
  if (run.hasFailed || run.terms.leavesOut('delete') || own.alive.length === 0) return
  await performSome(
    run,
    own.alive.map(({ id }) => deletionOf(run, id)),
  )
  if (!run.hasFailed) await run.list('delete.removes')
}

async function runStep(run: SequenceRun, step: Step): Promise<void> {
  switch (step.do) {
    case 'list': {
      await repeatedly(run, step.times, () => run.list())
      const exchange = run.seen.findLast(({ request }) => request.path === '/posts')
      if (step.tells !== undefined && exchange) run.examples.set(step.tells, { exchange, values: {} })
      return
    }
    case 'read': {
      const id = idOf(run, step.post)
      return id === undefined ? undefined : await repeatedly(run, step.times, () => run.read(id))
    }
    case 'many':
      return await writeMany(run, step)
    case 'example':
      return await runExample(run, step.key)
    case 'at once':
      return await runAtOnce(run, step.moves)
    default: {
      const made = await prepare(run, step)
      if (!made) return
      const { id } = await performOne(run, made)
      return await run.checkAfter(step.look, made.clause, id)
    }
  }
}

async function repeatedly(run: SequenceRun, times: number, view: () => Promise<void>): Promise<void> {
  await run.terms.waiting.settle()
  for (let time = 0; time < times && !run.hasFailed; time++) await view()
}

/** After so many writes of a step the list is checked: the guard reads again what no list has shown. */
const part = 16

/** Writes many texts; one by one those that a service refuses together. */
async function writeMany(
  run: SequenceRun,
  { write: operation, from, count }: Step & { readonly do: 'many' },
): Promise<void> {
  const latest = operation === 'replace' ? run.own.alive.toReversed() : []
  const write = async (rows: readonly TextRow[]): Promise<void> => {
    const all: Prepared[] = []
    for (const { texts } of rows) {
      const post = latest.shift()
      if (operation === 'replace' && !post) break
      const token = post && (run.tokenIn(post.title, post.content) ?? post.title)
      const fields = texts(token ?? run.nextTitle())
      all.push(writeTexts(run, post?.id, fields, 'success-or-refusal'))
    }
    const refused = await performSome(run, all)
    const alone = rows
      .filter((_row, at) => refused.has(all[at] as Prepared))
      .flatMap((row) => row.alone ?? [])
    if (alone.length > 0) await write(alone)
  }
  const rows = rowsOf(operation, from, count)
  while (rows.length > 0 && !run.hasFailed) {
    await write(rows.splice(0, part))
    if (!run.hasFailed) await run.list(operation === 'create' ? 'list.all' : 'replace.whole')
  }
}

/**
 * Performs writes, as many concurrently as permitted, and reads what was created: nothing else proves that the posts
 * are the run's own. Returns the writes that were refused.
 */
async function performSome(run: SequenceRun, all: readonly Prepared[]): Promise<ReadonlySet<Prepared>> {
  const rest = [...all]
  const refused = new Set<Prepared>()
  while (rest.length > 0 && !run.hasFailed) {
    const some = rest.splice(0, run.terms.width)
    const done = await perform(run, some)
    const created = done.flatMap(({ id }, at) => (id === undefined || some[at]?.post ? [] : id))
    const replies = await Promise.all(created.map((id) => run.look(`/posts/${id}`)))
    for (const [at, id] of created.entries()) if (replies[at]?.status !== 200) await run.read(id)
    for (const [at, { exchange }] of done.entries())
      if (isRefusal(exchange.reply)) refused.add(some[at] as Prepared)
  }
  return refused
}
