import { freePort } from '../providers/provider-process.ts'
import { type Candidate, prepareCandidates } from './candidates.ts'
import { autocannonVersion, type Load, type LoadClient, startLoadClient } from './load-client.ts'
import type { CheckContextOptions, Versions } from './options.ts'
import { compare, type Row, rotated, type Target, type Unit } from './row.ts'
import { samplePosts, sentFields } from './sample-posts.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const section = 'server'
const connections = 10

/** What is asked of each server, in this order: creating comes last, as it changes the list. */
const exchanges: readonly { name: string; path: string; exchange: Load['exchange'] }[] = [
  { name: 'GET one', path: '/posts/7', exchange: { method: 'GET' } },
  { name: 'list of 100', path: '/posts', exchange: { method: 'GET' } },
  {
    name: 'POST',
    path: '/posts',
    exchange: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sentFields),
    },
  },
]

const targets: Readonly<Record<string, Target>> = {
  'GET one, node:http': { of: 'ratio', least: 0.6 },
  'GET one, json-server': { of: 'ratio', least: 10 },
  'list of 100, node:http': { of: 'ratio', least: 1 },
  'POST, node:http': { of: 'ratio', least: 0.6 },
  'POST, json-server': { of: 'ratio', least: 10 },
  'start-up, json-server': { of: 'ratio', most: 1 },
}

const megabyte = 2 ** 20

/**
 * Answers for each second of processor time that the server used: neither the load generator nor what else the machine has
 * to do is in it.
 */
const perProcessor = 'per CPU second'

/** Figures by what was measured and of whom, a figure for each round. */
class Figures {
  readonly #rounds = new Map<string, number[]>()

  add(what: string, { name }: Candidate, figure: number): void {
    const key = `${what}, ${name}`
    this.#rounds.set(key, [...this.of(key), figure])
  }

  of(key: string): readonly number[] {
    return this.#rounds.get(key) ?? []
  }
}

/** Our server beside raw node:http, json-server, Mockoon and Prism: real processes, loaded by another process. */
export async function serverSection(
  options: CheckContextOptions,
): Promise<{ rows: Row[]; versions: Versions }> {
  await using candidates = await prepareCandidates(samplePosts(100, options.seed), options.seed)
  using load = await startLoadClient()
  const all = [candidates.ours, ...candidates.others]
  const figures = new Figures()
  await startAlone(all, figures, options)
  for (let round = 0; round < options.rounds; round++) {
    options.say(`server, round ${round + 1} of ${options.rounds}`)
    await runRound(rotated(all, round), round, figures, load, options)
  }
  const versions = Object.fromEntries(all.map(({ name, version }) => [name, version]))
  return {
    rows: rowsOf(figures, candidates.others),
    versions: { ...versions, autocannon: autocannonVersion },
  }
}

interface Running {
  readonly candidate: Candidate
  readonly url: string
  readonly server: ServerProcess
}

/** How often each server is started in a round: one start takes as long as the machine lets it. */
const startsPerRound = 4

/** Each server alone on the machine, and stopped before the next one starts. */
async function startAlone(
  all: readonly Candidate[],
  figures: Figures,
  options: CheckContextOptions,
): Promise<void> {
  const starts = options.rounds * startsPerRound
  for (let start = 0; start < starts; start++) {
    options.say(`start-up ${start + 1} of ${starts}`)
    for (const candidate of rotated(all, start)) {
      const { server } = await startOnce(candidate)
      figures.add('start-up', candidate, server.startUp)
      await server[Symbol.asyncDispose]()
    }
  }
}

async function startOnce(candidate: Candidate): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/v1`
  return {
    candidate,
    url,
    server: await startServer(candidate.args(port), candidate.folder, `${url}/posts/7`),
  }
}

/** Every server is started anew, so none carries the posts of the last round, and each stands idle while another is loaded. */
async function runRound(
  candidates: readonly Candidate[],
  round: number,
  figures: Figures,
  load: LoadClient,
  { loadSeconds }: CheckContextOptions,
): Promise<void> {
  await using servers = new AsyncDisposableStack()
  const running: Running[] = []
  for (const candidate of candidates) {
    const started = await startOnce(candidate)
    servers.use(started.server)
    running.push(started)
  }
  for (const { name, path, exchange } of exchanges) {
    for (const { candidate, url, server } of rotated(running, round)) {
      const sent = { url: url + path, connections, exchange }
      await warmUp(load, sent)
      const before = await server.processorTime()
      const { answered, seconds } = await load.run({ ...sent, seconds: loadSeconds })
      const after = await server.processorTime()
      figures.add(name, candidate, answered / seconds)
      if (before !== undefined && after !== undefined)
        figures.add(`${name}, ${perProcessor}`, candidate, answered / (after - before))
      // Before the posts are created: whoever answers more of these would have more to keep.
      const memory = name === 'list of 100' ? await server.memory() : undefined
      if (memory !== undefined) figures.add('memory', candidate, memory / megabyte)
    }
  }
}

/**
 * Until the server has answered enough for its code to be compiled, or is too slow for it to matter. A bare server is
 * compiled after 3,000 answers, one that does more after 15,000.
 */
async function warmUp(load: LoadClient, sent: Omit<Load, 'seconds'>): Promise<void> {
  const end = performance.now() + 2500
  let answered = 0
  while (answered < 15_000 && performance.now() < end)
    answered += (await load.run({ ...sent, seconds: 0.3 })).answered
}

function rowsOf(figures: Figures, others: readonly Candidate[]): Row[] {
  const measured: readonly (readonly [string, Unit])[] = [
    ...exchanges.map(({ name }) => [name, 'req/s'] as const),
    ...exchanges.map(({ name }) => [`${name}, ${perProcessor}`, 'req/s'] as const),
    ['start-up', 'ms'],
    ['memory', 'MB'],
  ]
  return measured.flatMap(([what, unit]) =>
    others.flatMap(({ name }) => {
      const [ours, theirs] = [figures.of(`${what}, ours`), figures.of(`${what}, ${name}`)]
      const target = targets[`${what.replace(`, ${perProcessor}`, '')}, ${name}`]
      return ours.length === 0 ? [] : compare({ section, what, unit, ours, beside: name, theirs, target })
    }),
  )
}
