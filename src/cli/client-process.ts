import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { NotMeasurable } from '../../contracts/client/measure.ts'
import { linesOf, RecordedRun } from '../../contracts/client/recorded-run.ts'
import { profileVariable, recordVariable } from '../../contracts/client/recording.ts'
import type { Answers } from '../../contracts/client/shaping.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { CommandIo } from './io.ts'

const isWindows = process.platform === 'win32'
/** How long a command that is ended may take to clean up, in milliseconds. */
const grace = 2000

export interface CommandOptions {
  readonly command: readonly string[]
  readonly env: CommandIo['env']
  readonly signal: AbortSignal
  /** When a run that does not end counts as failed, in milliseconds. */
  readonly limit: number
  /** Whether to show what it prints, on stderr. */
  readonly isShown: boolean
}

/**
 * Runs a command whose mocks give these answers, and reads what they recorded.
 * @throws NotMeasurable when it is interrupted.
 */
export async function runRecorded(answers: Answers, options: CommandOptions): Promise<RecordedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-client-'))
  try {
    const profile = Object.keys(answers).length > 0 ? stringifyJson(answers) : undefined
    const env = { ...options.env, [recordVariable]: folder, [profileVariable]: profile }
    const { passed, end } = await runToEnd({ ...options, env })
    if (options.signal.aborted)
      throw new NotMeasurable('The run was interrupted. What follows was known until then.')
    const files = (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8'))
    const lines = (await Promise.all(files)).flatMap(linesOf)
    return new RecordedRun(lines, passed, end)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Runs a command in a process group, of which nothing is left at the end. */
async function runToEnd({ command, env, signal, limit, isShown }: CommandOptions) {
  const [program = '', ...given] = command
  const stdio: StdioOptions = isShown ? ['ignore', 2, 2] : 'ignore'
  const ended = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(limit))])
  // On Windows npx is a batch file.
  const options = { env, stdio, detached: !isWindows, shell: isWindows, signal: ended }
  const child = spawn(program, given, options)
  ended.addEventListener('abort', () => {
    signalGroup(child, 'SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), grace).unref()
  })
  const end = await new Promise<string>((settle) => {
    child.on('error', ({ name, message }) => {
      if (name !== 'AbortError') settle(`could not be started: ${message}`)
    })
    child.on('exit', (code, name) =>
      settle(code === null ? `was ended by ${name}` : `ended with exit code ${code}`),
    )
  })
  // What it started may still clean up.
  for (let left = grace; ended.aborted && left > 0 && signalGroup(child, 0); left -= 50) await wait(50)
  signalGroup(child, 'SIGKILL')
  return {
    passed: child.exitCode === 0 && !ended.aborted,
    end: ended.aborted ? `did not end within ${Math.round(limit / 1000)} s` : end,
  }
}

/** Signals a command and what it started; 0 asks whether any of it is left. */
function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(isWindows ? pid : -pid, name)
  } catch {
    return false
  }
}
