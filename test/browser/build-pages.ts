import { runTool } from '../built-package.ts'

/** Builds the panel and the page as `npm start` does, so that the tests see what a person would. */
export async function setup(): Promise<void> {
  for (const mode of ['panel', 'page'])
    await runTool('vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn')
}
