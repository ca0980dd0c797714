import { npmProvider } from './npm-provider.ts'

/** Feathers with its Koa transport and its in-memory service, both with default options. */
export const feathers = npmProvider({
  name: 'feathers',
  version: '5.0.50',
  about: 'FeathersJS: the Koa application of its guide with a MemoryService.',
  packages: { '@feathersjs/feathers': '5.0.50', '@feathersjs/koa': '5.0.50', '@feathersjs/memory': '5.0.50' },
  args: () => ['app.mjs'],
})
