import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { onceIn } from './once-in.ts'
import { linkPackages, repository } from './repository.ts'
import { runFolder } from './run-folder.ts'
import { runToSuccess } from './run-program.ts'

/**
 * The folder of the package as a user would get it, with a link to the installed dependencies. It is built from the sources
 * once in a test run, away from the repository, so that neither `dist` nor a parallel test is touched.
 */
export function buildPackage(): Promise<string> {
  return onceIn(runFolder(), 'package', async (folder) => {
    const dist = join(folder, 'dist')
    const viteBuild = (outDir: string, ...mode: string[]) =>
      runTool('vite/bin/vite.js', 'build', ...mode, '--outDir', outDir, '--logLevel', 'warn')
    // `npm run check` looks at the types; to do so again takes eight times as long as to write them.
    const declarations = ['--noEmit', 'false', '--emitDeclarationOnly', '--noCheck', '--outDir', dist]
    await Promise.all([
      viteBuild(dist, '--emptyOutDir', 'false'),
      ...['panel', 'page'].map((mode) => viteBuild(join(dist, mode), '--mode', mode)),
      runTool('typescript/bin/tsc', ...declarations),
    ])
    const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'LICENSE', 'docs']
    for (const file of ['package.json', ...documents])
      await cp(join(repository, file), join(folder, file), { recursive: true })
    await linkPackages(folder)
  })
}

/** Puts the built package into the `node_modules` of a folder; its dependencies are those of the repository. */
export async function installPackageIn(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/posts-understudy')
  const built = await buildPackage()
  for (const part of ['package.json', 'dist'])
    await cp(join(built, part), join(installed, part), { recursive: true })
  await linkPackages(installed)
}

/** Runs a script of an installed tool in the repository, under the Node that runs the tests. @returns what it printed. */
export function runTool(script: string, ...parameters: string[]): Promise<string> {
  const tool = [join(repository, 'node_modules', script), ...parameters]
  return runToSuccess(process.execPath, tool, { cwd: repository, env: { NODE_ENV: 'production' } })
}
