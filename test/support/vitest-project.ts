import { join } from 'node:path'
import { installPackageIn } from './built-package.ts'
import { onceIn } from './once-in.ts'
import { linkPackages, repository } from './repository.ts'
import { runFolder } from './run-folder.ts'
import { runProgram } from './run-program.ts'
import { createProject } from './vite-project.ts'

export type VitestRun = Awaited<ReturnType<typeof runVitestProject>>

/**
 * Runs Vitest in a process of its own on a project of these files, away from the repository, in which `posts-understudy`
 * is installed as its user has it: every file of theirs would transform our sources anew.
 *
 * @returns output what it printed, without colours.
 */
export async function runVitestProject(files: Record<string, string>, env: Record<string, string> = {}) {
  const parent = await onceIn(runFolder(), 'vitest-projects', installPackageIn)
  await using project = await createProject(files, parent)
  await linkPackages(project.root)
  const given = [join(repository, 'node_modules/vitest/vitest.mjs'), 'run']
  const { code, stdout, stderr } = await runProgram(process.execPath, given, { cwd: project.root, env })
  return { code, output: stdout + stderr }
}
