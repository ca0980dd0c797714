import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { ProjectFolder } from './vite-project.ts'

/** What a page loads, after gzip: bytes by package; `app` is the page itself and what Vite adds to it. */
export type PageBytes = Readonly<Record<string, number>>

/** What is built. */
export interface BuiltPage {
  /** The module of the page. */
  readonly code: string
  /** Whether constants are put where they are used, as Rolldown does by default: tldts grows to twice its size by it. */
  readonly inlineConst: boolean
}

/** The module of a page that starts the mock, alone or with the panel. */
export const pages = {
  worker: `
    import { startPosts } from 'posts-understudy/browser'
    await startPosts()`,
  'worker and panel': `
    import { startPosts } from 'posts-understudy/browser'
    import { localControl, mountPanel } from 'posts-understudy/panel'
    mountPanel({ control: localControl(await startPosts()) })`,
} as const

/** Builds a page for production, one file for each package, and weighs the files. */
export async function weighPage(
  project: ProjectFolder,
  { code, inlineConst }: BuiltPage,
): Promise<PageBytes> {
  await project.write({ 'main.js': code })
  const built = (await build({
    root: project.root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        ...(inlineConst ? {} : { optimization: { inlineConst } }),
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: packageOf }] } },
      },
    },
  })) as Rolldown.RolldownOutput
  const bytes: Record<string, number> = {}
  for (const chunk of built.output) {
    if (chunk.type !== 'chunk') continue
    const name = packageOf(chunk.moduleIds[0] ?? '')
    bytes[name] = (bytes[name] ?? 0) + gzipSync(chunk.code, { level: 9 }).byteLength
  }
  return bytes
}

export function totalOf(bytes: PageBytes): number {
  return Object.values(bytes).reduce((sum, figure) => sum + figure, 0)
}

function packageOf(id: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  return name ?? 'app'
}
