import { join } from 'node:path'
import { feathers } from '../../providers/feathers.ts'
import { jsonServerModule } from '../../providers/json-server-module.ts'
import { loopback } from '../../providers/loopback.ts'
import { type NpmRecipe, npmProvider } from '../../providers/npm-provider.ts'
import type { RealProvider } from '../../providers/provider.ts'
import type { KnownStatuses } from '../smoke-test.ts'
import { instrument, strykerVersion } from './instrument.ts'

/** A server that others wrote, whose sources have mutants in them. Without a mutant it holds the document. */
export interface MutatedServer {
  readonly name: string
  /** What was mutated, for people. */
  readonly about: string
  readonly provider: RealProvider
  readonly statuses: KnownStatuses
}

const ownApp = (name: string) => join(import.meta.dirname, 'apps', name)
const preload = ['--require', join(import.meta.dirname, 'coverage.cjs')]

/** All of them. */
export const mutatedServers: readonly MutatedServer[] = [
  mutated({
    recipe: jsonServerModule.recipe,
    about: "json-server's router with lodash-id",
    files: ['json-server/lib/server/router/*.js', 'json-server/lib/server/mixins.js', 'lodash-id/src/*.js'],
  }),
  mutated({
    recipe: loopback.recipe,
    about: "LoopBack's memory connector and CRUD controller",
    files: [
      'loopback-datasource-juggler/lib/connectors/memory.js',
      '@loopback/rest-crud/dist/crud-rest.controller.js',
    ],
    statuses: { created: 200, replaced: 204 },
  }),
  mutated({
    recipe: { ...feathers.recipe, app: ownApp('feathers') },
    about: "Feathers' memory adapter, adapter-commons and REST transport",
    files: [
      '@feathersjs/memory/lib/*.js',
      '@feathersjs/adapter-commons/lib/*.js',
      '@feathersjs/koa/lib/{rest,handlers}.js',
    ],
  }),
  mutated({
    recipe: {
      name: 'tour-of-heroes',
      version: '0.22.0',
      about: "The in-memory web API of Angular's tutorial.",
      packages: {
        'angular-in-memory-web-api': '0.22.0',
        '@angular/common': '22.2.6',
        '@angular/compiler': '22.2.6',
        '@angular/core': '22.2.6',
        rxjs: '7.8.2',
      },
      app: ownApp('tour-of-heroes'),
      args: () => ['app.mjs'],
    },
    about: "the in-memory web API of Angular's tutorial Tour of Heroes",
    files: ['angular-in-memory-web-api/fesm2022/*.mjs'],
  }),
]

function mutated(options: {
  readonly recipe: NpmRecipe
  readonly about: string
  /** Patterns below `node_modules`. */
  readonly files: readonly string[]
  readonly statuses?: KnownStatuses
}): MutatedServer {
  const { recipe, about, files, statuses = {} } = options
  const provider = npmProvider({
    ...recipe,
    name: `${recipe.name}-mutants`,
    version: `${recipe.version}-stryker-${strykerVersion}`,
    alter: (installed) => instrument(installed, files),
    args: (port) => [...preload, ...recipe.args(port)],
    // A mutant may keep it from answering anything.
    ready: 'listens',
  })
  return { name: recipe.name, about, provider, statuses }
}
