import type { Candidate, Chromium } from './candidate.ts'

export interface EnsureOptions {
  /** The first that works is taken; those behind it are not asked. */
  readonly candidates: readonly Candidate[]
  /** @throws Error that says why this Chromium does not work */
  readonly prove: (chromium: Chromium) => Promise<void>
  readonly remember: (chromium: Chromium) => Promise<void>
  /** Takes the one line that says what was done. */
  readonly say: (line: string) => void
}

/**
 * Finds a Chromium that works, or gets one.
 * @throws Error that names everything that was tried, and why each failed
 */
export async function ensureChromium(options: EnsureOptions): Promise<Chromium> {
  const failures: string[] = []
  // What is there and does not work is worth a word also where another works: somebody may have asked for it.
  const broken: string[] = []
  for (const candidate of options.candidates) {
    const start = performance.now()
    const found = await candidate.find().catch((error: unknown) => {
      failures.push(`${candidate.name}: ${reasonOf(error)}`)
      return []
    })
    for (const chromium of found) {
      try {
        await options.prove(chromium)
      } catch (error) {
        const failure = `${candidate.name}: ${chromium.executablePath} does not work: ${reasonOf(error)}`
        broken.push(`; ${failure}`)
        failures.push(failure)
        continue
      }
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      await options.remember(chromium)
      options.say(
        `Browser tests use ${chromium.executablePath} (${candidate.name}, ${seconds} s)${broken.join('')}`,
      )
      return chromium
    }
  }
  throw new Error(
    [
      'Failed to find a Chromium for the browser tests: nothing that was tried works. Run `npx playwright install --with-deps chromium`, or name one in UNDERSTUDY_CHROMIUM.',
      ...failures.map((failure) => `  ${failure}`),
    ].join('\n'),
  )
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s*\n\s*/g, ' | ')
}
