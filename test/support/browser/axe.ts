import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(part: string, options: RunOptions): Promise<AxeResults>
}

/**
 * Looks at a page with axe, shadow trees included.
 *
 * @param part looks at one element alone, which is quicker.
 * @returns what it finds, each as the rule and the elements; nothing where all is well.
 */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  // Not a script tag: the policy of a page may refuse one.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  const { violations } = await page.evaluate(
    // What is in order is not described: that takes as long as to look.
    (part) => (globalThis as unknown as { axe: Axe }).axe.run(part, { resultTypes: ['violations'] }),
    part,
  )
  return violations.map(({ id, nodes }) => {
    const found = nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`)
    return `${id}: ${found.join('; ')}`
  })
}
