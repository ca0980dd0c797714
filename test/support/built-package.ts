import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { onceIn } from './once-in.ts'
import { runFolderVariable } from './run-folder.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')

/** The package as a user would get it, built from the sources. */
export interface BuiltPackage {
  /** Where it lies, complete with a link to the installed dependencies. */
  folder: string
  /** Reads one of its files as text. */
  read(file: string): Promise<string>
  /** Removes what was built for the caller alone; what the run shares goes with the run. */
  remove(): Promise<void>
}

/** Builds the package away from the repository, so that neither `dist` nor a parallel test is touched; once in a test run. */
export async function buildPackage(): Promise<BuiltPackage> {
  const shared = process.env[runFolderVariable]
  const parent = shared ?? (await mkdtemp(join(tmpdir(), 'posts-understudy-package-')))
  const remove = () => rm(parent, { recursive: true, force: true })
  try {
    const folder = await onceIn(parent, 'package', buildInto)
    return {
      folder,
      read: (file) => readFile(join(folder, file), 'utf8'),
      remove: shared === undefined ? remove : async () => {},
    }
  } catch (error) {
    if (shared === undefined) await remove()
    throw error
  }
}

/** What `npm pack` puts into the archive, as paths inside the package, sorted. */
export async function packedFiles({ folder }: BuiltPackage): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
  const [archive] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  return archive.files.map(({ path }) => path).sort()
}

async function buildInto(folder: string): Promise<void> {
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
  for (const file of ['package.json', ...documents]) {
    await cp(join(repository, file), join(folder, file), { recursive: true })
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction')
}

/**
 * Runs a script of an installed tool in the repository, under the Node that runs the tests.
 *
 * @returns What it printed. @throws With what it printed, when it fails.
 */
export async function runTool(script: string, ...parameters: string[]): Promise<string> {
  const environment = { ...process.env, NODE_ENV: 'production' }
  const tool = [join(repository, 'node_modules', script), ...parameters]
  return new Promise((settle, fail) => {
    execFile(process.execPath, tool, { cwd: repository, env: environment }, (error, stdout, stderr) => {
      if (error === null) settle(stdout)
      else fail(new Error(`Failed to run '${script}': exit code ${error.code}.\n${stdout}${stderr}`))
    })
  })
}
