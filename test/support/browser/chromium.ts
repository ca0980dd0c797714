import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import manifest from '../../../package.json' with { type: 'json' }
import { onceInCache } from '../once-in.ts'
import { runToSuccess } from '../run-program.ts'

export interface Chromium {
  readonly executablePath: string
  /** What its process needs beside our environment, such as where its libraries are. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * The Chromium that UNDERSTUDY_CHROMIUM names; else Playwright's, or the one of `npm ci`: the first that starts.
 * @throws Error that names everything that was tried
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.UNDERSTUDY_CHROMIUM ?? playwright.executablePath()
  const failures: string[] = []
  for (const find of [async () => ({ executablePath: named, env: {} }), fromNpm])
    try {
      const chromium = await find()
      await using browser = await playwright.launch(launchOptions(chromium))
      process.stderr.write(`Browser tests use ${chromium.executablePath} (${browser.version()})\n`)
      return chromium
    } catch (error) {
      failures.push(String(error))
    }
  const advice = 'Run `npx playwright install --with-deps chromium`, or name one in UNDERSTUDY_CHROMIUM.'
  throw new Error(`Failed to start a Chromium for the browser tests. ${advice}\n${failures.join('\n')}`)
}

/** What Playwright's `chromium.launch` needs to start this Chromium, here or in the configuration of a project. */
export function launchOptions({ executablePath, env }: Chromium) {
  const quiet = ['--disable-gpu', '--no-first-run', '--disable-background-networking']
  // Chromium refuses to run as root inside its sandbox.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet
  return { executablePath, args, env: { ...process.env, ...env } }
}

/** The Chromium that came with `npm ci`, with libraries and fonts: it needs no network, no rights, and nothing of the system. */
async function fromNpm(): Promise<Chromium> {
  const version = manifest.devDependencies['@sparticuz/chromium']
  const folder = await onceInCache(`chromium-${version}`, async (folder) => {
    // It unpacks into the temporary folder, and its libraries only where it believes to be on AWS Lambda. Hence a process.
    const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
    const unpack = `(await import('@sparticuz/chromium')).default.executablePath()`
    const given = ['--input-type=module', '--eval', unpack]
    await runToSuccess(process.execPath, given, { env, cwd: import.meta.dirname })
    // Its own list of fonts looks in places of AWS Lambda only.
    await writeFile(
      join(folder, 'fonts.conf'),
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>/usr/share/fonts</dir><dir prefix="relative">fonts</dir></fontconfig>
`,
    )
  })
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return { executablePath: join(folder, 'chromium'), env }
}
