import { execFile } from 'node:child_process'

/** How a program ended. */
export interface Ended {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

interface Surroundings {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end as in CI, without colours. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { cwd = process.cwd(), env = {} }: Surroundings = {},
): Promise<Ended> {
  const plain = { NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' }
  const options = { cwd, env: { ...foreignEnvironment(), ...plain, ...env }, maxBuffer: 50_000_000 }
  return new Promise((settle) => {
    execFile(program, parameters, options, (error, stdout, stderr) =>
      settle({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** The same. @returns what it printed. @throws with what it printed, when it fails. */
export async function runToSuccess(...given: Parameters<typeof runProgram>): Promise<string> {
  const [program, parameters] = given
  const { code, stdout, stderr } = await runProgram(...given)
  if (code === 0) return stdout + stderr
  throw new Error(`Failed to run ${program} ${parameters.join(' ')}: ${code}.\n${stdout}${stderr}`)
}

const ours =
  /^(npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)|VITEST|NODE_(ENV|OPTIONS|TEST_CONTEXT|V8_COVERAGE)$|INIT_CWD$|PORT$|RAILS_|RACK_|BUNDLE_|RUBY|GEM_|DJANGO_|PYTHON|sails_)/

/** Our environment without what npm, the test runner and other stacks put there: a stranger must start as on its own. */
export function foreignEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || ours.test(name) ? [] : [[name, value]],
    ),
  )
}
