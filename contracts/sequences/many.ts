import type { SequenceRun } from './sequence-run.ts'
import { contentOfMany } from './texts.ts'
import { deleting, freeTitle, type Prepared, performAtOnce, posting } from './writing.ts'

/** Creates so many posts, and looks at the list. */
export async function createMany(run: SequenceRun, count: number): Promise<void> {
  const creates: Prepared[] = []
  while (creates.length < count) {
    const title = await freeTitle(run)
    creates.push({ write: { do: 'create', text: 0 }, ...posting({ title, content: contentOfMany(title) }) })
  }
  await performSome(run, creates)
  if (run.context.findings.length === 0) await run.list('list.all')
}

/** Deletes every post of the sequence. */
export async function deleteAll(run: SequenceRun): Promise<void> {
  const write = { do: 'delete', post: 0 } as const
  const posts = run.context.own.alive
  await performSome(
    run,
    posts.map((post) => ({ write, post, fields: undefined, request: deleting(post.id) })),
  )
}

/** As many at once as may be under way. */
async function performSome(run: SequenceRun, all: readonly Prepared[]): Promise<void> {
  for (let at = 0; at < all.length && run.context.findings.length === 0; at += run.terms.width())
    await performAtOnce(run, all.slice(at, at + run.terms.width()))
}
