import { type Exchange, plainRequest } from '../scenarios/exchange.ts'
import { asPost, carries, readBody } from '../scenarios/post-text.ts'
import { firstPost, prelude } from '../scenarios/sequences.ts'
import { SetUpError } from '../wire/failure.ts'
import { expectsHttps, isSuccess, noDecisionIn } from '../wire/status.ts'
import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'

/** How often the first sequence is run where another client has the id of its post. */
const mostTries = 4

/**
 * Checks the list for the first time.
 * @throws SetUpError where the list cannot be read.
 */
export async function lookFirst(runner: SequenceRunner): Promise<void> {
  await runner.look(async (run) => {
    await run.check([], async () => {
      const faults = await run.listFaults()
      throwIfNoService(run.seen[0])
      return faults
    })
    for (const clause of ['list.ok', 'post.shape'] as const) run.terms.record.observe(clause)
    runner.beganEmpty = run.foreign.size === 0
    runner.odd = run.odd
  })
}

/** @throws SetUpError for an address without a service, or only its gateway. */
function throwIfNoService(list: Exchange | undefined): void {
  if (!list) return
  const { reply } = list
  if (reply.status !== 404 && noDecisionIn(reply) === undefined && !expectsHttps(reply)) return
  throw new SetUpError(`GET /posts answered ${isSuccess(reply) ? 'a page of HTML' : reply.status}`, list)
}

/**
 * Creates a post and deletes it: a run that cannot delete ends here, and leaves one post. Then some more, which show
 * whether ids are reused.
 * @throws SetUpError where no create, or no delete, is done.
 */
export async function begin(runner: SequenceRunner): Promise<void> {
  const { findings } = runner.record
  let outcome = await runner.run(firstPost)
  // The service gave it a foreign id.
  for (let tries = 1; tries < mostTries && outcome.refused?.isForeign; tries++)
    outcome = await runner.run(firstPost)
  findings.push(...outcome.findings)
  throwIfNotDone(runner, 'create', outcome)
  if (!runner.leavesOut('delete')) throwIfNotDone(runner, 'delete', outcome)
  if (outcome.findings.length > 0 && !runner.leavesOut('delete')) await throwIfLeft(runner, outcome)
  findings.push(...(await runner.run(prelude.steps)).findings)
}

function throwIfNotDone(
  { record }: SequenceRunner,
  operation: 'create' | 'delete',
  { refused }: SequenceOutcome,
): void {
  const { accepted, latest } = record.attempts[operation]
  if (accepted > 0) return
  if (refused) throw refused
  const answered = latest && `${latest.request.method} ${latest.request.path} answered ${latest.reply.status}`
  const undone = `no ${operation} was done, as the list shows no new post with an int64 id`
  throw new SetUpError(answered ?? undone, latest)
}

/** @throws SetUpError where the list, or a read, still shows the post of a sequence. */
async function throwIfLeft(runner: SequenceRunner, { exchanges, mark }: SequenceOutcome): Promise<void> {
  const id = exchanges.find(({ made }) => made !== undefined)?.made
  if (id === undefined) return
  await runner.look(async (run) => {
    const isGone = async () => {
      const { list } = await run.wholeList()
      const read = await run.look(`/posts/${id}`)
      return list.marked(mark).length > 0 || carries(asPost(readBody(read.body)), mark) ? undefined : true
    }
    if (await run.find(isGone)) return
    const removal = await run.ask(plainRequest('DELETE', `/posts/${id}`))
    const { request, reply } = removal
    throw new SetUpError(
      `DELETE ${request.path} answered ${reply.status}, and the post is still there`,
      removal,
    )
  })
}
