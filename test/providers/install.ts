import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToSuccess } from '../support/run-program.ts'

/** No package younger than this is installed, so what hangs below a pinned package is pinned as well. */
const before = '2026-11-20'

/**
 * Installs exact versions from the npm registry into a folder, without running their install scripts.
 *
 * @example await installFromNpm(folder, { 'json-server': '0.17.4' })
 */
export async function installFromNpm(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<void> {
  const manifest = JSON.stringify({ private: true, dependencies: packages }, null, 2)
  await writeFile(join(folder, 'package.json'), manifest)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error']
  await runToSuccess('npm', ['install', '--prefix', folder, '--before', before, ...flags], { cwd: folder })
}

/**
 * Unpacks Debian packages, and what they need that this machine has not, under `<folder>/root`.
 *
 * Nothing is installed in the system and no right of root is needed. The first package carries the version.
 */
export async function unpackFromDebian(folder: string, packages: readonly string[]): Promise<void> {
  const archives = join(folder, 'archives')
  for (const made of [join(archives, 'partial'), join(folder, 'root')]) await mkdir(made, { recursive: true })
  const options = ['-o', `Dir::Cache::archives=${archives}`, '-o', 'Debug::NoLocking=true']
  const flags = ['--download-only', '--yes', '--no-install-recommends']
  await runToSuccess('apt-get', ['install', ...flags, ...options, ...packages])
  for (const file of await readdir(archives)) {
    if (file.endsWith('.deb')) await runToSuccess('dpkg', ['-x', join(archives, file), join(folder, 'root')])
  }
  await rm(archives, { recursive: true })
}
