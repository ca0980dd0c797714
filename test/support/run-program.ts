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

/** Runs a program to its end as in CI: without colours, and without what Vitest puts into the environment. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { cwd = process.cwd(), env = {} }: Surroundings = {},
): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env
  const options = { cwd, env: { ...inherited, NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true', ...env } }
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
