import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { launchOptions } from '../support/browser/chromium.ts'
import { chromiumHere, test } from '../support/browser/page-test.ts'
import { linkPackages, repository } from '../support/repository.ts'
import { runProgram } from '../support/run-program.ts'
import { createPageProject, type DevServer, type ProjectFolder, startVite } from '../support/vite-project.ts'

const example = join(repository, 'docs/examples/vite-react')
let project: ProjectFolder
let vite: DevServer

beforeAll(async () => {
  const files = readdirSync(example).map((name) => [name, readFileSync(join(example, name), 'utf8')])
  project = await createPageProject({ ...Object.fromEntries(files), 'test.config.ts': testConfig() })
  await linkPackages(project.root, 'react', 'react-dom', 'vite', '@vitejs', '@playwright')
  // Under Vitest the plugin is off unless something says otherwise.
  process.env.POSTS_UNDERSTUDY = 'middleware'
  vite = await startVite({ root: project.root, configFile: join(project.root, 'vite.config.ts') })
})

afterAll(async () => {
  delete process.env.POSTS_UNDERSTUDY
  await vite?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
})

test('the React app of the guide lists the posts, and follows what is done in the panel', async ({
  page,
}) => {
  await page.goto(vite.origin)
  await page.getByRole('listitem').nth(24).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: /^Open the posts understudy: running, 25 posts/ }).waitFor()
  const reply = await page.request.post(`${vite.origin}/_understudy/scenarios/empty`)
  expect(reply.status()).toBe(204)
  await expect.poll(() => page.getByRole('listitem').count()).toBe(0)
})

test('the Playwright tests of the guide pass', async () => {
  const main = join(repository, 'node_modules/@playwright/test/cli.js')
  const given = [main, 'test', '--config', 'test.config.ts', '--reporter', 'line']
  const { stdout, stderr } = await runProgram(process.execPath, given, {
    cwd: project.root,
    env: { APP: vite.origin },
  })
  expect(stdout + stderr).toContain('2 passed')
})

/** The configuration of the guide, with the Chromium that is here and the dev server that runs already. */
function testConfig(): string {
  return `import config from './playwright.config.ts'
  const use = { ...config.use, baseURL: process.env.APP, launchOptions: ${JSON.stringify(launchOptions(chromiumHere()))} }
  export default { ...config, use, webServer: undefined, workers: 1 }`
}
