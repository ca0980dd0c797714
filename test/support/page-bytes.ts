import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { ProjectFolder } from './vite-project.ts'

/** Bytes after gzip, by package; `app` is the page itself and what Vite adds to it. */
export type PackageBytes = Readonly<Record<string, number>>

/** What a built page weighs. */
export interface PageBytes {
  /** What it loads before it does anything. */
  readonly loaded: PackageBytes
  /** What it loads when somebody asks for it: the opened panel, and what is explained there. */
  readonly later: PackageBytes
}

/** The module of a page that starts the mock, alone or with the panel; the posts are given, as the Vite plugin gives them. */
export const pages = {
  worker: `
    import { startPosts } from 'posts-understudy/browser'
    await startPosts({ posts: [] })`,
  'worker and panel': `
    import { startPosts } from 'posts-understudy/browser'
    import { mountPanel } from 'posts-understudy/panel'
    mountPanel(await startPosts({ posts: [] }))`,
} as const

/** Where a page begins: its own module, and what `startPosts` loads once the page has what it needs. */
const beginnings = /\/main\.js$|\/src\/browser\/answer-page\.js$/

/** Builds a page for production as Vite does by default, but one file for each package, and weighs the files. */
export async function weighPage(project: ProjectFolder, code: string): Promise<PageBytes> {
  await project.write({ 'main.js': code })
  const loaded = new Set<string>()
  const built = (await build({
    root: project.root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        plugins: [
          {
            name: 'loaded-modules',
            buildEnd() {
              addLoaded(loaded, this)
            },
          },
        ],
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: (id) => `${packageOf(id)}${loaded.has(id) ? '' : ' later'}` }],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput
  const bytes = { loaded: {} as Record<string, number>, later: {} as Record<string, number> }
  for (const chunk of built.output) {
    if (chunk.type !== 'chunk') continue
    const [id = ''] = chunk.moduleIds
    const sum = bytes[id === '' || loaded.has(id) ? 'loaded' : 'later']
    sum[packageOf(id)] = (sum[packageOf(id)] ?? 0) + gzipSync(chunk.code, { level: 9 }).byteLength
  }
  return bytes
}

export function totalOf(bytes: PackageBytes): number {
  return Object.values(bytes).reduce((sum, figure) => sum + figure, 0)
}

/** Adds the modules that are there before a page does anything: imports lead on from its beginnings, `import()` does not. */
function addLoaded(loaded: Set<string>, context: Rolldown.PluginContext): void {
  const next = Array.from(context.getModuleIds()).filter((id) => beginnings.test(id))
  for (const id of next) {
    if (loaded.has(id)) continue
    loaded.add(id)
    next.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
}

function packageOf(id: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  return name ?? 'app'
}
