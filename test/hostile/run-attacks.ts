import { mkdtempDisposable, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServe } from '../support/cli.ts'
import { type Attack, expectOneOf, send, type Target } from './attack.ts'
import { peakOf } from './memory.ts'

/** The most that the server may ever take, in MiB. */
const mostMemory = 768

/** How long an attack may take, in milliseconds. */
const patience = 30_000

/**
 * Runs attacks, one after the other, on one real `serve` with a small heap, and looks after each whether it answers as before,
 * has printed a stack, has taken too much memory, or has touched a file that is not its own.
 *
 * @returns a sentence for each that did harm.
 */
export async function runAttacks(
  attacks: readonly (readonly [name: string, attack: Attack])[],
  onResult: (name: string, harm: string | undefined) => void = () => {},
): Promise<string[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'posts-understudy-attacks-'))
  const { path: folder } = temporary
  const victim = join(folder, 'victim')
  const file = join(folder, 'posts.json')
  await writeFile(victim, 'not ours')
  await symlink(victim, `${file}.theirs.1`)
  const found: string[] = []
  await using cli = await startServe(['--quiet', '--data', file], ['--max-old-space-size=400'])
  const target = { origin: cli.origin, port: Number(new URL(cli.origin).port) }
  for (const [name, attack] of attacks) {
    const problem = await Promise.race([
      attack(target).then(
        () => undefined,
        (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`.trim(),
      ),
      setTimeout(patience, `no end after ${patience} ms`, { ref: false }),
    ])
    const harm = problem ?? (await harmOf(target, cli.printed.stderr, victim))
    if (harm !== undefined) found.push(`${name}: ${harm}`)
    onResult(name, harm)
  }
  const peak = await peakOf(cli.pid)
  if (peak > mostMemory) found.push(`the server took ${peak} MiB`)
  cli.signal('SIGTERM')
  expectOneOf('the exit code', await cli.ended, 0)
  const names = (await readdir(folder)).sort().join()
  if (names !== 'posts.json,posts.json.theirs.1,victim') found.push(`there are the files ${names}`)
  return found
}

async function harmOf(target: Target, stderr: string, victim: string): Promise<string | undefined> {
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
