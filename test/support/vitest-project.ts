import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { buildPackage } from './built-package.ts'
import { onceIn } from './once-in.ts'
import { runFolder } from './run-folder.ts'

const repository = resolve(import.meta.dirname, '../..')

/** How a run of Vitest went. */
export interface VitestRun {
  code: number | string
  /** What it printed, without colours. */
  output: string
}

/**
 * Runs Vitest in a process of its own on a project of these files, away from the repository, in which `posts-understudy`
 * is installed as its user has it: every file of theirs would transform our sources anew.
 */
export async function runVitestProject(files: Record<string, string>): Promise<VitestRun> {
  const parent = await onceIn(runFolder(), 'vitest-projects', installPackage)
  const folder = await mkdtemp(join(parent, 'project-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return await runVitest(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts the package where the projects below a folder find it. */
async function installPackage(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/posts-understudy')
  const built = await buildPackage()
  for (const part of ['package.json', 'dist'])
    await cp(join(built.folder, part), join(installed, part), { recursive: true })
  await symlink(join(repository, 'node_modules'), join(installed, 'node_modules'), 'junction')
  await built.remove()
}

function runVitest(folder: string): Promise<VitestRun> {
  const main = join(repository, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' }
  return new Promise((settle) => {
    execFile(process.execPath, [main, 'run'], { cwd: folder, env }, (error, stdout, stderr) =>
      settle({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
