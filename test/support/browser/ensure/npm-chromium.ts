import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../../package.json' with { type: 'json' }
import { onceInCache } from '../../../providers/cache.ts'
import type { Candidate } from './candidate.ts'
import { runBounded } from './run-bounded.ts'

const unpack = `
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()`

/**
 * The Chromium that came with `npm ci`: packed for servers of 64-bit Linux, with the libraries that a bare system has not.
 * It needs no network and no rights; a third of a second when it is unpacked already.
 */
export const npmChromium: Candidate = {
  name: "npm's @sparticuz/chromium",
  async find() {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new Error(`it is made for Linux on x64, and this is ${process.platform} on ${process.arch}`)
    const folder = await onceInCache(
      `chromium-${manifest.devDependencies['@sparticuz/chromium']}`,
      unpackInto,
    )
    // Its own list of fonts looks in places of AWS Lambda only.
    const fonts = join(folder, 'fonts.conf')
    await writeFile(fonts, fontsConfiguration(folder))
    return [
      {
        executablePath: join(folder, 'chromium'),
        env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fonts },
      },
    ]
  },
}

async function unpackInto(folder: string): Promise<void> {
  // It unpacks into the temporary folder, and its libraries only where it believes to be on AWS Lambda. Hence a process.
  const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  await runBounded(process.execPath, ['--input-type=module', '--eval', unpack], { env, silence: 120_000 })
}

function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
