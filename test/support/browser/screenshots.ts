import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { createPageProject } from '../page-project.ts'
import { startVite } from '../vite-project.ts'
import { openChromium } from './open-chromium.ts'

/*
 * Makes the picture in the README anew: `node test/support/browser/screenshots.ts`. What it shows is a Vite project outside the
 * repository, with the package installed and one line in its configuration.
 */

const repository = resolve(import.meta.dirname, '../../..')
const picture = join(repository, '.github/panel.png')

const config = `import { defineConfig } from 'vite'
import { postsUnderstudy } from 'posts-understudy/vite'

export default defineConfig({ plugins: [postsUnderstudy()] })
`

await using project = await createPageProject()
await cp(join(repository, 'src/demo'), project.root, { recursive: true })
for (const name of ['lit', 'vite'])
  await symlink(join(repository, 'node_modules', name), join(project.root, 'node_modules', name), 'junction')
await project.write({ 'vite.config.js': config })
await using vite = await startVite({ root: project.root, configFile: join(project.root, 'vite.config.js') })
await using browser = await openChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
await page.goto(`${vite.origin}/#/12`)
await page.getByRole('button', { name: /^Open the posts understudy/ }).click()
await page.getByRole('tab', { name: 'Requests' }).click()
await useIt(page)
await page.getByRole('heading', { name: 'Courgettes' }).waitFor()
await mkdir(join(repository, '.github'), { recursive: true })
await page.screenshot({ path: picture })
console.warn(`The picture is in ${picture}.`)

/** A session with something of everything. */
async function useIt(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const send = (method: string, path: string, body?: object) =>
      fetch(`/v1/posts${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    await send('POST', '', { title: 'Strike at five', content: 'Bring gloves.' })
    await send('PUT', '/26', { title: 'Strike at six', content: 'Bring gloves.' })
    await send('GET', '?page=2')
    await send('DELETE', '/26')
    await send('GET', '/26')
    await fetch('/_understudy/faults/next', {
      method: 'POST',
      body: '{"operation":"list","fault":{"status":503}}',
    })
    await send('GET', '')
    await send('POST', '', { title: 'No tags', content: 'There are none.', tags: ['props'] })
  })
  await page.reload()
  await page.locator('understudy-requests .row').nth(10).waitFor()
}
