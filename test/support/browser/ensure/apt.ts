import { readFile } from 'node:fs/promises'
import type { Candidate } from './candidate.ts'
import { runBounded } from './run-bounded.ts'

/** Debian's package, where we may install one: the last way, as it changes the system. */
export const apt: Candidate = {
  name: '`apt-get install chromium`',
  async find() {
    if (process.getuid?.() !== 0) throw new Error('it needs root')
    const system = await readFile('/etc/os-release', 'utf8').catch(() => '')
    // Ubuntu has a package of this name that installs nothing but a pointer to its store.
    if (!/^ID=debian$/m.test(system)) throw new Error('this is not Debian')
    const bounds = { env: { DEBIAN_FRONTEND: 'noninteractive' }, silence: 120_000 }
    await runBounded('apt-get', ['update'], bounds)
    await runBounded('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], bounds)
    return [{ executablePath: '/usr/bin/chromium', env: {} }]
  },
}
