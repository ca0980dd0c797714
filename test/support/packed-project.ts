import { createHash } from 'node:crypto'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import jestManifest from '../../docs/examples/jest/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { buildPackage } from './built-package.ts'
import { onceIn, onceInCache } from './once-in.ts'
import { runFolder } from './run-folder.ts'
import { runToSuccess } from './run-program.ts'

const pnpm = ['--yes', 'pnpm@10.34.9']

/** What the projects of npm need beside the package. */
const { vite, vitest, '@types/node': types } = manifest.devDependencies
const { 'posts-understudy': _latest, ...jest } = jestManifest.devDependencies
const packages = { vite, vitest, '@types/node': types, typescript: '5.9.3', ...jest }

/**
 * A project of a stranger: the archive that `npm pack` makes of this package and others from the registry, and nothing of
 * this repository. It is made once in a test run, because the installation takes long; each test file adds its files.
 * Packages from the registry are installed once on a machine.
 */
export function npmProject(): Promise<string> {
  return onceIn(runFolder(), 'npm-project', async (project) => {
    const key = createHash('sha256')
      .update(JSON.stringify([packages, manifest.dependencies]))
      .digest('hex')
    const others = await onceInCache(`npm-project-${key.slice(0, 8)}`, async (folder) => {
      const devDependencies = { ...manifest.dependencies, ...packages }
      await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, devDependencies }))
      await installWithNpm(folder)
    })
    await cp(others, project, { recursive: true, verbatimSymlinks: true })
    await writeManifest(project, packages)
    await installWithNpm(project)
  })
}

const installWithNpm = (folder: string) =>
  runToSuccess('npm', ['install', ...quietly, '--no-audit', '--no-fund'], { cwd: folder })

/** The same from pnpm, which lets a package see only what it asks for itself: with Vite alone. @param project an empty folder. */
export async function installWithPnpm(project: string): Promise<void> {
  await writeManifest(project, { vite })
  await runToSuccess('npx', [...pnpm, 'install', ...quietly, '--no-frozen-lockfile'], { cwd: project })
}

const quietly = ['--prefer-offline', '--ignore-scripts']

async function writeManifest(project: string, others: Readonly<Record<string, string>>): Promise<void> {
  const folder = await onceIn(runFolder(), 'archive', async (folder) => {
    const built = await buildPackage()
    await runToSuccess('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: built })
  })
  const archive = join(folder, `${manifest.name}-${manifest.version}.tgz`)
  const devDependencies = { [manifest.name]: `file:${archive}`, ...others }
  const text = JSON.stringify({ private: true, type: 'module', devDependencies })
  await writeFile(join(project, 'package.json'), text)
}
