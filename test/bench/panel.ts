import { chromium as playwright } from '@playwright/test'
import { enterScenario } from '../../src/control/scenarios.ts'
import { createPostsServer } from '../../src/server.ts'
import { findChromium, launchOptions } from '../support/browser/chromium.ts'
import { buildPages } from '../support/browser/global-setup.ts'

/* `node test/bench/panel.ts`: how long Chromium takes to show 1,000 posts in the panel, until they are painted. */

const removeBuild = await buildPages()
await using server = await createPostsServer({ onWarning() {} })
await enterScenario(server.world, 'thousand')
await using browser = await playwright.launch(launchOptions(await findChromium()))
const page = await browser.newPage()
await page.goto(`${server.origin}/_understudy/panel`)
await page.locator('.rows button').nth(999).waitFor()
const times: number[] = []
for (let round = 0; round < 9; round++) {
  await page.getByRole('button', { name: 'Faults' }).click()
  await page.getByRole('heading', { name: 'How the service behaves' }).waitFor()
  const shown = page.evaluate(async () => {
    const tab = [...document.querySelectorAll('nav button')].find((each) =>
      each.textContent?.startsWith('Posts'),
    )
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const start = performance.now()
    ;(tab as HTMLElement).click()
    while (document.querySelectorAll('.rows button').length < 1000) await frame()
    await frame()
    return performance.now() - start
  })
  times.push(await shown)
}
const [least = 0, , , , median = 0, , , , most = 0] = times
  .toSorted((one, other) => one - other)
  .map(Math.round)
process.stdout.write(
  `1,000 posts in the panel: ${median} ms (${least} to ${most} in ${times.length} rounds)\n`,
)
await removeBuild?.()
