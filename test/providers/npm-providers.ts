import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToSuccess, startProgram } from '../support/run-program.ts'
import { installFromNpm } from './install.ts'
import { type ProviderRecipe, type RealProvider, realProvider } from './provider.ts'

/** What makes a provider out of npm packages and a folder in `apps/`. */
interface NpmRecipe extends Pick<ProviderRecipe, 'about'> {
  /** The folder in `apps/` that is its working folder, if not that of its name. */
  readonly app?: string
  /** Exact versions; that of the first is the provider's. */
  readonly packages: Readonly<Record<string, string>>
  /** The stack's own generator, run once; it leaves a folder `generated`, over which the app is laid. */
  readonly generate?: (installed: string) => Promise<void>
  /** What follows `node` on the command line. PORT is in the environment. */
  readonly args: (port: number) => readonly string[]
}

const at = (port: number) => ['--port', String(port)]

const recipes: Readonly<Record<string, NpmRecipe>> = {
  'json-server': {
    about: 'The stable json-server: its CLI with an empty db.json and --routes.',
    packages: { 'json-server': '0.17.4' },
    args: (port) => [
      ...['node_modules/json-server/lib/cli/bin.js', 'db.json', '--routes', 'routes.json'],
      ...['--host', '127.0.0.1', ...at(port)],
    ],
  },
  'json-server-module': {
    about: 'The stable json-server as a module of Express, as its README shows: server.use("/v1", router).',
    packages: { 'json-server': '0.17.4' },
    app: 'json-server',
    args: () => ['module.cjs'],
  },
  'json-server-1': {
    about: 'The coming json-server: its app over an empty db.json, mounted under /v1.',
    packages: { 'json-server': '1.0.0-beta.15', '@tinyhttp/app': '3.0.1', lowdb: '7.0.1' },
    app: 'json-server',
    args: () => ['version-1.mjs'],
  },
  feathers: {
    about: 'FeathersJS: the Koa application of its guide with a MemoryService.',
    packages: {
      '@feathersjs/feathers': '5.0.50',
      '@feathersjs/koa': '5.0.50',
      '@feathersjs/memory': '5.0.50',
    },
    args: () => ['app.mjs'],
  },
  remult: {
    about: 'Remult: an entity with an auto-increment id over Express, kept in JSON files.',
    packages: { remult: '3.3.18', express: '5.3.0' },
    args: () => ['app.mjs'],
  },
  loopback: {
    about: 'LoopBack 4: defineCrudRestController of @loopback/rest-crud over the memory connector.',
    packages: {
      '@loopback/rest-crud': '0.19.11',
      '@loopback/core': '7.0.15',
      '@loopback/repository': '8.0.15',
      '@loopback/rest': '15.0.16',
    },
    args: () => ['app.cjs'],
  },
  sails: {
    about: 'Sails: "sails new", "sails generate api post", the blueprint routes, sails-disk.',
    packages: { sails: '1.5.18', 'sails-hook-orm': '4.0.3', '@sailshq/lodash': '3.10.6' },
    async generate(installed) {
      const sails = join(installed, 'node_modules/sails/bin/sails.js')
      const app = join(installed, 'generated')
      const flags = ['--no-frontend', '--fast']
      await runToSuccess(process.execPath, [sails, 'new', 'generated', ...flags], { cwd: installed })
      await runToSuccess(process.execPath, [sails, 'generate', 'api', 'post'], { cwd: app })
      // The generated model is empty; Sails wants its attributes in the file that it generated.
      const attributes = "{ title: { type: 'string', required: true }, content: { type: 'string' } }"
      await writeFile(join(app, 'api/models/Post.js'), `module.exports = { attributes: ${attributes} }\n`)
    },
    args: (port) => ['app.js', ...at(port)],
  },
}

export const npmProviders: readonly RealProvider[] = Object.entries(recipes).map(([name, recipe]) =>
  realProvider({
    name,
    version: Object.values(recipe.packages)[0] ?? '',
    about: recipe.about,
    async install(folder) {
      await installFromNpm(folder, recipe.packages)
      await recipe.generate?.(folder)
    },
    async prepare(folder, installed) {
      if (recipe.generate) await cp(join(installed, 'generated'), folder, { recursive: true })
      await cp(join(import.meta.dirname, 'apps', recipe.app ?? name), folder, { recursive: true })
      await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'))
    },
    serve: (port, folder) =>
      startProgram(process.execPath, recipe.args(port), {
        cwd: folder,
        env: { PORT: String(port), HOME: folder },
      }),
  }),
)
