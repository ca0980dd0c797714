import { defineConfig } from '@playwright/test'
import type { PostsTestOptions } from '../../../../src/playwright.ts'
import { launchOptions } from '../../../support/browser/chromium.ts'

/** What the test hands over that runs the specs. */
const { CHROMIUM = '', APP = '', OUTPUT = '' } = process.env

export default defineConfig<PostsTestOptions>({
  fullyParallel: true,
  workers: 2,
  outputDir: OUTPUT,
  reporter: [['json', { outputFile: `${OUTPUT}.json` }], ['line']],
  use: {
    baseURL: APP,
    launchOptions: launchOptions(JSON.parse(CHROMIUM)),
    postsOptions: { posts: 3, onWarning() {} },
  },
})
