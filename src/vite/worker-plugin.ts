import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { announce } from './announce.ts'
import { gate, type InlineModule } from './gated-page.ts'
import type { PostsUnderstudyOptions } from './options.ts'
import { scanEntries } from './own-module.ts'
import { rethrow } from './rethrow.ts'

/** The module that starts the mock in the page. */
const pageModule = 'virtual:posts-understudy'

/** The entries that it imports; Vite bundles them, so that the page loads few files. */
const entries = ['posts-understudy/browser', 'posts-understudy/panel']

/** Starts the mock in the page before the modules of the page run. */
export function workerPlugin(options: PostsUnderstudyOptions): Plugin {
  const inline = new Map<string, InlineModule & { file: string }>()
  let code = ''
  return {
    name: 'posts-understudy:worker',
    config: (config) => ({
      optimizeDeps: {
        include: entries,
        ...(options.handlers !== undefined && { entries: scanEntries(options.handlers, config) }),
      },
    }),
    configResolved: ({ server }) => void server.fs.allow.push(resolve(import.meta.dirname, '../..')),
    async configureServer(server) {
      // Imported here, so that a build does not load it.
      const { describePage } = await import('./page-module.ts')
      const page = await describePage(options, server.config).catch(rethrow)
      announce(server, page.address, 'service worker in the page')
      if (options.data !== undefined)
        server.config.logger.warn(
          '[posts-understudy] "data" keeps no posts in worker mode: a page has no files. Use "keep".',
        )
      code = page.code
    },
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        if (id === pageModule) return `\0${pageModule}`
        if (importer === `\0${pageModule}` && entries.includes(id))
          return (await this.resolve(id, undefined)) ?? ownFile(id)
        return inline.get(id)?.file
      },
    },
    load: {
      order: 'pre',
      handler(id) {
        if (id === `\0${pageModule}`) return code
        for (const { file, code } of inline.values()) if (file === id) return code
        return undefined
      },
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path, filename, server }) {
        const page = gate(html, path, pageModule)
        for (const text of page.inline) {
          const file = resolve(dirname(filename), text.url.slice(text.url.lastIndexOf('/') + 1))
          inline.set(text.url, { ...text, file: file.replaceAll('\\', '/') })
        }
        // Vite does this only for modules that are still in the page.
        const own = page.waiting.filter((url) => url[0] === '/')
        for (const url of own) void server?.environments.client.warmupRequest(url)
        return page.html
      },
    },
  }
}

/** The file of an entry, if the app cannot resolve this package. */
function ownFile(entry: string): string {
  const [, name] = entry.split('/')
  return resolve(import.meta.dirname, `../${name}${import.meta.filename.slice(-3)}`)
}
