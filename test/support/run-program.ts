import { spawn } from 'node:child_process'

export interface Ended {
  /** The exit code, the name of the signal that ended it, or why it could not be started. */
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

export type RunningProgram = ReturnType<typeof startProgram>

export interface Printed {
  stdout: string
  stderr: string
}

interface Surroundings {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program as in CI, without colours. */
export function startProgram(
  program: string,
  parameters: readonly string[],
  { cwd = process.cwd(), env = {} }: Surroundings = {},
) {
  const plain = { NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' }
  const child = spawn(program, parameters, {
    cwd,
    env: { ...foreignEnvironment(), ...plain, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<Ended['code']>((settle) => {
    child.on('error', ({ message }) => settle(message))
    child.on('close', (code, signal) => settle(code ?? signal ?? 0))
  })
  const { printed, print, until } = createOutput()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => print(name, text))
  return {
    printed,
    /** Settles with the match once something printed matches; fails where the program ends before. */
    until: (name: keyof Printed, pattern: RegExp) => until(name, pattern, ended),
    signal: (name: NodeJS.Signals) => void child.kill(name),
    pid: child.pid,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function runProgram(...given: Parameters<typeof startProgram>): Promise<Ended> {
  const { ended, printed } = startProgram(...given)
  return { code: await ended, ...printed }
}

/** Runs a program to its end. @returns what it printed. @throws with what it printed, when it fails. */
export async function runToSuccess(...given: Parameters<typeof startProgram>): Promise<string> {
  const [program, parameters] = given
  const { code, stdout, stderr } = await runProgram(...given)
  if (code === 0) return stdout + stderr
  throw new Error(`Failed to run ${program} ${parameters.join(' ')}: ${code}.\n${stdout}${stderr}`)
}

/** Keeps what is printed, and waits for it. */
export function createOutput() {
  const printed: Printed = { stdout: '', stderr: '' }
  const checks = new Set<() => void>()
  return {
    printed,
    print(name: keyof Printed, text: string) {
      printed[name] += text
      for (const check of checks) check()
    },
    until: (name: keyof Printed, pattern: RegExp, ended: Promise<Ended['code']>) =>
      new Promise<RegExpExecArray>((settle, fail) => {
        const check = () => {
          const match = pattern.exec(printed[name])
          if (!match) return
          checks.delete(check)
          settle(match)
        }
        checks.add(check)
        check()
        void ended.then((code) =>
          fail(new Error(`Ended with ${code} before ${pattern}: ${printed.stdout}${printed.stderr}`)),
        )
      }),
  }
}

const ours =
  /^(npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)|VITEST|NODE_(ENV|OPTIONS|TEST_CONTEXT|V8_COVERAGE)$|INIT_CWD$|PORT$|RAILS_|RACK_|BUNDLE_|RUBY|GEM_|DJANGO_|PYTHON|sails_)/

/** Our environment without what npm, the test runner and other stacks put there: a stranger must start as on its own. */
function foreignEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || ours.test(name) ? [] : [[name, value]],
    ),
  )
}
