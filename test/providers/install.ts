import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
  await run('npm', ['install', '--prefix', folder, '--before', before, ...flags], { folder })
}

/**
 * Unpacks Debian packages, and what they need that this machine has not, under `<folder>/root`.
 *
 * Nothing is installed in the system and no right of root is needed. The first package carries the version.
 */
export async function unpackFromDebian(folder: string, packages: readonly string[]): Promise<void> {
  const archives = join(folder, 'archives')
  await run('mkdir', ['-p', join(archives, 'partial'), join(folder, 'root')], { folder })
  const options = ['-o', `Dir::Cache::archives=${archives}`, '-o', 'Debug::NoLocking=true']
  const flags = ['--download-only', '--yes', '--no-install-recommends']
  await run('apt-get', ['install', ...flags, ...options, ...packages], { folder })
  for (const file of await readdir(archives)) {
    if (file.endsWith('.deb'))
      await run('dpkg', ['-x', join(archives, file), join(folder, 'root')], { folder })
  }
  await run('rm', ['-r', archives], { folder })
}

/** Runs one command to its end and gives its output; throws with that output when it fails. */
export function run(
  command: string,
  args: readonly string[],
  options: { folder: string; environment?: Record<string, string> },
): Promise<string> {
  const env = { ...foreignEnvironment(), ...options.environment }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', ({ message }) => reject(new Error(`Failed to run "${command}": ${message}.`)))
    child.on('close', (code) => {
      const line = [command, ...args].join(' ')
      if (code === 0) resolve(output)
      else reject(new Error(`Failed to run "${line}": it ended with ${code}.\n${output.trim()}`))
    })
  })
}

const ours =
  /^(npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)|VITEST|NODE_(ENV|OPTIONS|V8_COVERAGE)$|INIT_CWD$|PORT$|RAILS_|RACK_|BUNDLE_|RUBY|GEM_|DJANGO_|PYTHON|sails_)/

/** Our environment without what npm, the test runner and other stacks put there: a stranger must start as on its own. */
export function foreignEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || ours.test(name) ? [] : [[name, value]],
    ),
  )
}
