import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServeUnder } from '../support/cli-process.ts'
import { type Attack, expectOneOf, send } from './attack.ts'

/** What an attack did. */
export interface AttackResult {
  readonly name: string
  /** What is wrong; undefined where the server stood it. */
  readonly problem: string | undefined
}

/** The most that the server may ever take, in bytes. */
const mostMemory = 768 * 1024 * 1024

/** How long an attack may take, in milliseconds. */
const patience = 30_000

/**
 * Runs attacks, one after the other, on one real `serve` with a small heap, and looks after each whether it answers as before,
 * has printed a stack, has taken too much memory, or has touched a file that is not its own.
 */
export async function runAttacks(
  attacks: readonly Attack[],
  onResult: (result: AttackResult) => void = () => {},
): Promise<AttackResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-attacks-'))
  const victim = join(folder, 'victim')
  const file = join(folder, 'posts.json')
  await writeFile(victim, 'not ours')
  await symlink(victim, `${file}.theirs.1`)
  const results: AttackResult[] = []
  try {
    await using cli = await startServeUnder(['--max-old-space-size=400'], '--quiet', '--data', file)
    const target = { origin: cli.origin, port: Number(new URL(cli.origin).port) }
    for (const attack of attacks) {
      const problem = await Promise.race([
        attack.run(target).then(
          () => undefined,
          (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`.trim(),
        ),
        setTimeout(patience, `no end after ${patience} ms`, { ref: false }),
      ])
      const harm = problem ?? (await harmOf(target, cli.printed.stderr, victim))
      results.push({ name: attack.name, problem: harm })
      onResult({ name: attack.name, problem: harm })
    }
    const peak = await peakOf(await pidIn(folder))
    if (peak > mostMemory) results.push({ name: 'memory', problem: `the server took ${peak} bytes` })
    cli.signal('SIGTERM')
    expectOneOf('the exit code', await cli.ended, 0)
    const names = (await readdir(folder)).sort()
    if (names.join() !== 'posts.json,posts.json.theirs.1,victim')
      results.push({ name: 'files', problem: `there are ${names.join(', ')}` })
    return results
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function harmOf(
  target: { origin: string; port: number },
  stderr: string,
  victim: string,
): Promise<string | undefined> {
  try {
    const created = await send(target, 'POST', '/v1/posts', '{"title":"after","content":""}')
    expectOneOf('a create', created.status, 201)
    const { id } = JSON.parse(created.text) as { id: number }
    expectOneOf('a read', (await send(target, 'GET', `/v1/posts/${id}`)).text, created.text)
    expectOneOf('a delete', (await send(target, 'DELETE', `/v1/posts/${id}`)).status, 204)
  } catch (error) {
    return `afterwards ${(error as Error).message}`
  }
  if (/^\s+at .+:\d+/m.test(stderr)) return `a stack was printed: ${stderr.slice(-400)}`
  if ((await readFile(victim, 'utf8')) !== 'not ours') return 'a foreign file was changed'
  return undefined
}

async function pidIn(folder: string): Promise<number> {
  const { pid } = JSON.parse(await readFile(join(folder, '.posts.json.lock'), 'utf8')) as { pid: number }
  return pid
}

/** The most memory that a process ever took, in bytes; 0 where the system does not tell. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
