import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(part: string, options: RunOptions): Promise<AxeResults>
}

/** The pages that must be usable, as options of a browser context. */
export const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1100, height: 800 } }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
  ['at 200 % in forced colours', { forcedColors: 'active', viewport: { width: 550, height: 400 } }],
] as const

/**
 * What axe finds in a page, shadow trees included, each as the rule and the elements; and whether the page scrolls sideways.
 *
 * @param part looks at one element alone, which is quicker.
 */
export async function troubleOf(page: Page, part = 'html'): Promise<string[]> {
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  // Not a script tag: the policy of a page may refuse one.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  const { violations } = await page.evaluate(
    // What is in order is not described: that takes as long as to look.
    (part) => (globalThis as unknown as { axe: Axe }).axe.run(part, { resultTypes: ['violations'] }),
    part,
  )
  const findings = violations.map(({ id, nodes }) => {
    const found = nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`)
    return `${id}: ${found.join('; ')}`
  })
  return surplus > 0 ? [...findings, `${surplus} pixels too wide`] : findings
}
