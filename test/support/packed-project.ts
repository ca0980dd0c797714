import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { buildPackage } from './built-package.ts'

/** A folder for projects of strangers, with the archive that `npm pack` makes of this package. */
export interface PackedFolder extends AsyncDisposable {
  /**
   * Makes a project in which the archive and other packages are installed from the registry.
   *
   * @param manager `npm`, or `pnpm`, which lets a package see only what it asks for itself.
   */
  install(
    manager: 'npm' | 'pnpm',
    packages: Readonly<Record<string, string>>,
    files?: Readonly<Record<string, string>>,
  ): Promise<string>
}

const pnpm = ['--yes', 'pnpm@10.34.9']

/** Builds and packs the package into a folder of its own. */
export async function packPackage(): Promise<PackedFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'posts-understudy-packed-')))
  const built = await buildPackage()
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], built.folder)
  } finally {
    await built.remove()
  }
  const archive = join(folder, `${manifest.name}-${manifest.version}.tgz`)
  return {
    async install(manager, packages, files = {}) {
      const project = join(folder, manager)
      const devDependencies = { [manifest.name]: `file:${archive}`, ...packages }
      const ownManifest = JSON.stringify({ private: true, type: 'module', devDependencies })
      for (const [name, text] of Object.entries({ 'package.json': ownManifest, ...files })) {
        await mkdir(dirname(join(project, name)), { recursive: true })
        await writeFile(join(project, name), text)
      }
      const quietly = ['--prefer-offline', '--ignore-scripts']
      if (manager === 'npm') await run('npm', ['install', ...quietly, '--no-audit', '--no-fund'], project)
      else await run('npx', [...pnpm, 'install', ...quietly, '--no-frozen-lockfile'], project)
      return project
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs a program to its end and returns what it printed; fails with that where the program fails. */
export function run(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, ...inherited } = process.env
  const env = { ...inherited, NO_COLOR: '1', CI: 'true' }
  return new Promise((settle, fail) => {
    execFile(program, parameters, { cwd, env }, (error, stdout, stderr) => {
      const call = `${program} ${parameters.join(' ')}`
      if (error === null) settle(stdout + stderr)
      else fail(new Error(`Failed to run ${call}: ${error.code}.\n${stdout}${stderr}`))
    })
  })
}
