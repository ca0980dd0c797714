import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { all, holding } from '../provider-set/changes.ts'
import { startProvider } from '../provider-set/start.ts'
import { main } from '../support/cli.ts'
import { startProgram } from '../support/run-program.ts'
import { bombs } from './bombs.ts'
import { brokenHttp } from './broken-http.ts'
import { changing } from './changing.ts'
import { floods } from './floods.ts'
import { heldBy } from './memory.ts'
import type { HostileProvider } from './provider.ts'
import { stalls } from './stalls.ts'

/** Every hostile provider. */
export const allHostile = [...floods, ...bombs, ...stalls, ...brokenHttp, ...changing]

/** The commands that visit a provider, each with the reports it writes. */
export const visits = {
  verify: ['--json', 'out.json', '--junit', 'out.xml'],
  'verify --read-only': ['--json', 'out.json', '--junit', 'out.xml'],
  calibrate: ['--json', 'out.json', '--out', 'profile.json'],
} as const

export type VisitCommand = keyof typeof visits

/** What every run of a minute keeps, whatever a provider does. */
export const bounds = { duration: 120_000, peak: 1200, file: 1_048_576, lines: 600, line: 4000 } as const

const reports = ['out.json', 'out.xml', 'profile.json', 'summary.md']

/** Runs a command as a user does, as a process, at a hostile provider. @returns durations in ms, memory in MiB, sizes in bytes. */
export async function runHostile(
  provider: HostileProvider,
  { command = 'verify' }: { command?: VisitCommand } = {},
) {
  // Three posts of others, unless it says otherwise.
  await using server = await startProvider(all(holding(3), provider.change))
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'hostile-'))
  const { path: folder } = temporary
  const [name = '', ...mode] = command.split(' ')
  const given = [name, server.url, ...mode, '--max-time', '60', ...visits[command]]
  const started = performance.now()
  await using child = startProgram(process.execPath, [main, ...given], {
    cwd: folder,
    env: { XDG_STATE_HOME: folder, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
  })
  /** The most memory that the process and its children held at any time. */
  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await heldBy(child.pid))
  }, 50)
  // Beyond twice the bound there is nothing more to learn.
  const limit = setTimeout(() => child.signal('SIGKILL'), 2 * bounds.duration)
  const code = await child.ended
  clearInterval(watch)
  clearTimeout(limit)
  /** The size of every file that was written. */
  const files: Record<string, number> = {}
  for (const file of reports) {
    const found = await stat(join(folder, file)).catch(() => undefined)
    if (found) files[file] = found.size
  }
  return { code, duration: performance.now() - started, peak, files, ...child.printed }
}

/** What a run did that no provider may make it do. */
export function harmDone(
  { name, codes, says }: HostileProvider,
  outcome: Awaited<ReturnType<typeof runHostile>>,
  { command = 'verify' }: { command?: VisitCommand } = {},
): string[] {
  const { code, duration, peak, stdout, stderr, files } = outcome
  const lines = `${stdout}${stderr}`.split(/[\r\n]/)
  const longest = Math.max(...lines.map(({ length }) => length))
  const expected = command === 'calibrate' ? ['out.json'] : ['out.json', 'out.xml', 'summary.md']
  const harm: [boolean, string][] = [
    [typeof code !== 'number' || code > 3 || code === 2, `exit ${code}`],
    [command === 'verify' && !codes.includes(Number(code)), `exit ${code}, not ${codes}`],
    [command === 'verify' && says?.test(stdout + stderr) === false, `does not say ${says}`],
    [/\n\s+at \S+|This is a bug|FATAL ERROR/.test(stdout + stderr), 'crashed'],
    [duration > bounds.duration, `took ${Math.round(duration / 1000)} s`],
    [peak > bounds.peak, `held ${Math.round(peak)} MiB`],
    [lines.length > bounds.lines, `printed ${lines.length} lines`],
    [longest > bounds.line, `printed a line of ${longest} characters`],
    ...expected.map((file): [boolean, string] => [files[file] === undefined, `wrote no ${file}`]),
    ...Object.entries(files).map(([file, size]): [boolean, string] => [
      size > bounds.file,
      `${file} has ${size} bytes`,
    ]),
  ]
  return harm.flatMap(([isHarm, sentence]) => (isHarm ? [`${name}: ${sentence}`] : []))
}
