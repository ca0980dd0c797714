import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { openCheckpoint } from './checkpoint.ts'
import type { Mutant } from './mutants/instrument.ts'
import { reasonNotVisible } from './mutants/not-visible.ts'
import { type MutatedServer, mutatedServers } from './mutants/servers.ts'
import { smokeTest } from './smoke-test.ts'

// How many faults that StrykerJS put into servers of others are called so, by `verify --document-only` and by a smoke test.

const { values } = parseArgs({
  options: {
    /** Names of servers; default all. */
    of: { type: 'string', multiple: true },
    /** Judges anew what has these verdicts in the checkpoint, such as `held`. */
    again: { type: 'string', multiple: true, default: [] },
    /** Forgets what earlier runs have found. */
    anew: { type: 'boolean', default: false },
    /** One mutant alone, by its number, without the checkpoint. */
    mutant: { type: 'string' },
    /** Ends after so many minutes; the next run goes on. 0 prints what is known. */
    minutes: { type: 'string', default: 'Infinity' },
    /** How long random sequences are run at a mutant that may be visible, in seconds. */
    budget: { type: 'string', default: '5' },
    /** Judges every so many of the mutants that are touched. */
    every: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
})

/** What became of one mutant. */
interface Outcome extends Mutant {
  readonly server: string
  /**
   * `verify` says `broken`, `held` or `not judged`; `untouched` by any request, `left out` of the sample, or the server
   * `does not start`.
   */
  readonly verdict: string
  readonly smoke: boolean
  readonly why: string
}

const every = values.quick ? 20 : Number(values.every)
const budget = Number(values.budget) * 1000
const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-mutants-'))
const checkpoint = await openCheckpoint<Outcome>(
  'mutants',
  ({ server, id }) => `${server} ${id}`,
  values.anew,
)
const end = performance.now() + Number(values.minutes) * 60_000
const servers = mutatedServers.filter(({ name }) => values.of?.includes(name) ?? true)
for (const server of servers) await judgeServer(server)
await rm(folder, { recursive: true, force: true })
if (values.mutant === undefined) process.stdout.write(table())
for (const outcome of checkpoint.all.filter(({ verdict }) => verdict === 'held'))
  process.stdout.write(
    `held: ${outcome.server} ${outcome.id} ${outcome.key}; ${reasonNotVisible(outcome.server, outcome) ?? 'NOT READ YET'}\n`,
  )

async function judgeServer(server: MutatedServer): Promise<void> {
  const file = join(await server.provider.install(), 'mutants.json')
  const mutants: readonly Mutant[] = JSON.parse(await readFile(file, 'utf8'))
  if (values.mutant !== undefined)
    return tell(await judge(server, mutants.find(({ id }) => id === values.mutant) as Mutant))
  const isJudged = ({ id }: Mutant) => {
    const known = checkpoint.get(`${server.name} ${id}`)
    return known !== undefined && !['left out', ...values.again].includes(known.verdict)
  }
  if (mutants.every(isJudged) || performance.now() > end) return
  const touched = await touchedBy(server)
  for (const mutant of mutants.filter(({ id }) => !touched.has(id))) await note(mutant, 'untouched')
  for (const [at, mutant] of mutants.filter(({ id }) => touched.has(id)).entries()) {
    if (isJudged(mutant)) continue
    if (at % every !== 0 || performance.now() > end) {
      await note(mutant, 'left out')
      continue
    }
    const outcome = await judge(server, mutant)
    await checkpoint.put(outcome)
    tell(outcome)
  }

  async function note(mutant: Mutant, verdict: string): Promise<void> {
    if (checkpoint.get(`${server.name} ${mutant.id}`) === undefined)
      await checkpoint.put({ ...mutant, server: server.name, verdict, smoke: false, why: '' })
  }
}

/** The mutants that any request touches. @throws Error where the server without a mutant is not held. */
async function touchedBy(server: MutatedServer): Promise<ReadonlySet<string>> {
  const file = join(folder, `${server.name}.json`)
  const running = await server.provider.start({ MUTANTS_TOUCHED: file })
  await smokeTest(running.url, {}, server.statuses)
  const { verdict, why } = await verified(running.url)
  await running.close()
  if (verdict !== 'held') throw new Error(`${server.name} without a mutant is ${verdict}: ${why}`)
  return new Set(JSON.parse(await readFile(file, 'utf8')))
}

async function judge(server: MutatedServer, mutant: Mutant): Promise<Outcome> {
  const outcome = { ...mutant, server: server.name }
  const start = () => server.provider.start({ __STRYKER_ACTIVE_MUTANT__: mutant.id })
  try {
    let running = await start()
    const smoke = await smokeTest(running.url, {}, server.statuses).then(
      () => false,
      () => true,
    )
    if (smoke) {
      // It may have left a post, or a server that is out of order.
      await running.close()
      running = await start()
    }
    const verdict = await verified(running.url, reasonNotVisible(server.name, mutant) ? 0 : budget)
    await running.close()
    return { ...outcome, smoke, ...verdict }
  } catch (error) {
    return { ...outcome, smoke: false, verdict: 'does not start', why: String(error).split('\n')[0] ?? '' }
  }
}

async function verified(
  url: string,
  budget = 0,
): Promise<{ readonly verdict: string; readonly why: string }> {
  const { verdict, clauses, failureReason, sequences } = await verifyProvider({
    url,
    documentOnly: true,
    ledgerFolder: folder,
    timeout: 3000,
    settle: 300,
    seed: 1,
    failFast: true,
    runs: 40,
    budget,
  })
  const lines = clauses.flatMap(({ clause, findings: [first] }) =>
    first ? [`${clause} [${first.shownBy.split('\n')[0]}] ${first.about}`] : [],
  )
  return { verdict, why: [failureReason, sequences?.failure?.kind, ...lines].filter(Boolean).join('; ') }
}

function tell({ server, id, key, smoke, verdict, why }: Outcome): void {
  process.stderr.write(
    `${server} ${id} ${key} | ${verdict}${smoke ? ', smoke' : ''} | ${why.slice(0, 200)}\n`,
  )
}

function table(): string {
  const head = ['server', 'mutants', 'touched by requests', 'judged', 'not visible', 'visible']
  const opinions = ['smoke test fails', '`verify`: broken', 'not judged', 'held']
  const rows = servers.map(({ name, about }) => [about, ...counts(({ server }) => server === name)])
  const all = ['all', ...counts(({ server }) => servers.some(({ name }) => name === server))]
  return [[...head, ...opinions], [...head, ...opinions].map(() => '---'), ...rows, all]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

function counts(isMeant: (outcome: Outcome) => boolean): string[] {
  const outcomes = checkpoint.all.filter(isMeant)
  const touched = outcomes.filter(({ verdict }) => verdict !== 'untouched')
  const judged = touched.filter(({ verdict }) => ['broken', 'held', 'not judged'].includes(verdict))
  const visible = judged.filter((each) => each.verdict !== 'held' || !reasonNotVisible(each.server, each))
  const share = (some: readonly Outcome[]) =>
    `${some.length} (${((100 * some.length) / (visible.length || 1)).toFixed(1)} %)`
  const said = (verdict: string) => visible.filter((each) => each.verdict === verdict)
  const sizes = [outcomes, touched, judged].map(({ length }) => String(length))
  const opinions = [visible.filter(({ smoke }) => smoke), ...['broken', 'not judged', 'held'].map(said)]
  return [...sizes, String(judged.length - visible.length), String(visible.length), ...opinions.map(share)]
}
