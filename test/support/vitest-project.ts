import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')

/** How a run of Vitest went. */
export interface VitestRun {
  code: number | string
  /** What it printed, without colours. */
  output: string
}

/**
 * Runs Vitest in a process of its own on a project of these files, away from the repository; in their text,
 * `posts-understudy` stands for the sources.
 */
export async function runVitestProject(files: Record<string, string>): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-vitest-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      const sources = text.replaceAll(
        /'posts-understudy(?:\/(\w+))?'/g,
        (_, entry = 'index') => `'${repository}/src/${entry}.ts'`,
      )
      await writeFile(join(folder, name), sources)
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return await runVitest(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
