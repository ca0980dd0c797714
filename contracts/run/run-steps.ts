import { toPostId } from '../../handlers/model/post.ts'
import { runClients } from './clients.ts'
import { runExample } from './example-step.ts'
import { distantIds, freeId, isTaken } from './near-id.ts'
import { repeat, sendBadBody, writeDeleted, writeNext } from './needless-writes.ts'
import { reuseId } from './reuse-id.ts'
import type { SequenceRun } from './sequence-run.ts'
import { pick, type Step } from './step.ts'
import { contentOfMany, type SpecialRow, specialRows } from './texts.ts'
import { runTogether } from './together.ts'
import {
  clauseOfWrite,
  deleting,
  type Prepared,
  perform,
  performAtOnce,
  posting,
  prepare,
  putting,
  reading,
} from './writing.ts'

/**
 * Runs steps until one shows a fault, then checks some posts and deletes all. Faults are findings in the run's context.
 */
export async function runSteps(run: SequenceRun, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (run.terms.isOver()) break
    run.step++
    await runStep(run, step)
    if (run.hasFailed) return
  }
  run.step++
  const { own } = run.context
  const [latest, oldest] = [own.alive.at(-1), own.alive.at(0)]
  if (latest) await run.read(latest.id)
  if (oldest && oldest !== latest && !run.hasFailed) await run.read(oldest.id)
  const deleted = own.gone.at(-1)
  if (deleted !== undefined && !run.hasFailed) await run.read(deleted, 'delete.removes')
  if (run.hasFailed || !run.terms.deletes) return
  await deleteAll(run)
  if (!run.hasFailed) await run.list('delete.removes')
}

async function runStep(run: SequenceRun, step: Step): Promise<void> {
  const { own } = run.context
  switch (step.do) {
    case 'list':
      return await repeatedly(run, step.times, () => run.list())
    case 'read': {
      const post = pick(own.alive, step.post)
      return post && (await repeatedly(run, step.times, () => run.read(post.id)))
    }
    case 'read-deleted': {
      const id = pick(own.gone, step.post)
      return id === undefined
        ? undefined
        : await repeatedly(run, step.times, () => run.read(id, 'delete.removes'))
    }
    case 'read-near': {
      const id = freeId(run, step.post, step.offset)
      return id === undefined ? undefined : await repeatedly(run, step.times, () => run.readNone(id))
    }
    case 'read-far': {
      const id = toPostId(distantIds[step.id % distantIds.length] ?? 0n)
      return id === undefined || isTaken(run, id) ? undefined : await run.ask(() => run.readNone(id))
    }
    case 'repeat':
      return await repeat(run, step.look)
    case 'delete-deleted':
    case 'replace-deleted':
      return await writeDeleted(run, step)
    case 'replace-next':
    case 'create-next':
      return await writeNext(run, step)
    case 'refused':
      return await sendBadBody(run, step)
    case 'many':
      return await createMany(run, step.count)
    case 'special-texts':
      return await writeSpecialTexts(run, step)
    case 'example':
      return await runExample(run, step.key)
    case 'later':
      return await run.terms.later()
    case 'reuse-id':
      return await reuseId(run)
    case 'clients':
      return await runClients(run, step)
    case 'together':
      return await runTogether(run, step)
    default: {
      const made = await prepare(run, step)
      return made && (await run.look(step.look, clauseOfWrite[step.do], await perform(run, made)))
    }
  }
}

async function repeatedly(run: SequenceRun, times: number, view: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times && !run.hasFailed; time++) await run.ask(view)
}

/** Creates many posts, and checks the list. */
async function createMany(run: SequenceRun, count: number): Promise<void> {
  const creates: Prepared[] = []
  while (creates.length < count) {
    const title = await run.context.setup.freeTitle()
    creates.push({ write: { do: 'create', text: 0 }, ...posting({ title, content: contentOfMany(title) }) })
  }
  await performSome(run, creates, run.terms.isOver)
  if (!run.hasFailed) await run.list('list.all')
}

/**
 * Writes special texts, several in one post; one by one where a service refuses them together. One look at the list
 * checks all.
 */
async function writeSpecialTexts(
  run: SequenceRun,
  { write: operation, from, count }: Step & { readonly do: 'special-texts' },
): Promise<void> {
  const { context } = run
  const latest = operation === 'replace' ? context.own.alive.toReversed() : []
  const write = async (rows: readonly SpecialRow[]): Promise<void> => {
    const all: Prepared[] = []
    for (const { texts } of rows) {
      const post = latest.shift()
      if (operation === 'replace' && !post) break
      const token = post
        ? (context.tokenIn(post.title, post.content) ?? post.title)
        : await context.setup.freeTitle()
      const fields = texts(token)
      const request = post ? putting(post.id, fields) : posting(fields).request
      all.push({ write: 'special texts', post, fields, request, token })
    }
    const refused = await performSome(run, all)
    const alone = rows
      .filter((_row, at) => refused.has(all[at] as Prepared))
      .flatMap((row) => row.alone ?? [])
    if (alone.length > 0) await write(alone)
  }
  await write(specialRows[operation].slice(from, from + count))
  if (!run.hasFailed) await run.list(operation === 'create' ? 'create.adds' : 'replace.whole')
}

async function deleteAll(run: SequenceRun): Promise<void> {
  const write = { do: 'delete', post: 0 } as const
  const { alive, spoilt } = run.context.own
  const posts = alive.filter(({ id }) => !spoilt.has(id))
  await performSome(
    run,
    posts.map((post) => ({ write, post, fields: undefined, request: deleting(post.id) })),
  )
}

/**
 * Performs writes, as many concurrently as permitted, and reads what was created: nothing else proves that the posts
 * are the run's own. Returns the writes that were refused.
 */
async function performSome(
  run: SequenceRun,
  all: readonly Prepared[],
  isOver: () => boolean = () => false,
): Promise<ReadonlySet<Prepared>> {
  const rest = [...all]
  const refused = new Set<Prepared>()
  while (rest.length > 0 && !run.hasFailed && !isOver()) {
    const some = rest.splice(0, run.terms.width())
    const done = await performAtOnce(run, some)
    const created = done.flatMap(({ id }, at) => (id === undefined || some[at]?.post ? [] : id))
    if (created.length > 0) await run.sendAll(created.map(reading))
    for (const [at, { isRefused }] of done.entries()) if (isRefused) refused.add(some[at] as Prepared)
  }
  return refused
}
