import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, createServer, type InlineConfig } from 'vite'
import { installPackageIn } from './built-package.ts'
import { linkPackages } from './repository.ts'
import { runFolder } from './run-folder.ts'

/** A folder with the files of a Vite project, away from the repository; removed at the end. */
export type ProjectFolder = Awaited<ReturnType<typeof createProject>>

export type DevServer = Awaited<ReturnType<typeof startVite>>

const page = `<!doctype html><title>A page</title><script type="module" src="/main.js"></script>`

/** Makes a folder with these files below another; there is a page and an empty module in any case. */
export async function createProject(
  files: Readonly<Record<string, string>> = {},
  // Vite watches the folder around too, and in that of the run there is little.
  parent = runFolder(),
) {
  const root = await mkdtemp(join(parent, 'project-'))
  const write = async (written: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(written)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), text)
    }
  }
  await write({ 'package.json': '{ "type": "module" }', 'index.html': page, 'main.js': '', ...files })
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 5 })
  return { root, write, [Symbol.asyncDispose]: remove }
}

/** The same with `posts-understudy` installed as its user has it, and MSW for handlers of the project's own. */
export async function createPageProject(
  files: Readonly<Record<string, string>> = {},
): Promise<ProjectFolder> {
  const project = await createProject(files)
  await installPackageIn(project.root)
  await linkPackages(project.root, 'msw')
  return project
}

/** Starts a dev server on a free port of this machine, in a folder of its own unless `root` names one. */
export async function startVite(config: InlineConfig) {
  const project = config.root === undefined ? await createProject() : undefined
  const root = config.root ?? project?.root ?? ''
  const log: string[] = []
  const server = await createServer({
    configFile: false,
    customLogger: loggerInto(log),
    // A cache of its own, and nothing to optimize where the page imports nothing.
    cacheDir: join(root, '.vite'),
    ...config,
    root,
    server: { port: 0, host: '127.0.0.1', ...config.server },
  }).catch(async (error) => {
    await project?.[Symbol.asyncDispose]()
    throw error
  })
  if (server.httpServer) await server.listen()
  return {
    server,
    root,
    /** Such as `http://localhost:41234`, without a path. */
    get origin() {
      return new URL(server.resolvedUrls?.local[0] ?? 'http://localhost').origin
    },
    /** What Vite has logged, without colours. */
    log,
    async [Symbol.asyncDispose]() {
      await server.close()
      await project?.[Symbol.asyncDispose]()
    },
  }
}

/** A logger of Vite's that prints nothing and keeps every message. */
export function loggerInto(log: string[]): ReturnType<typeof createLogger> {
  const logger = createLogger('info')
  const keep = (message: string) => void log.push(stripVTControlCharacters(message))
  return Object.assign(logger, { info: keep, warn: keep, warnOnce: keep, error: keep })
}
