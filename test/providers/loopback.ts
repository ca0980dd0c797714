import { npmProvider } from './npm-provider.ts'

/** LoopBack 4 with the controller that `@loopback/rest-crud` makes, over its in-memory connector. */
export const loopback = npmProvider({
  name: 'loopback',
  version: '0.19.11',
  about: 'LoopBack 4: defineCrudRestController of @loopback/rest-crud over the memory connector.',
  packages: {
    '@loopback/core': '7.0.15',
    '@loopback/repository': '8.0.15',
    '@loopback/rest': '15.0.16',
    '@loopback/rest-crud': '0.19.11',
  },
  args: () => ['app.cjs'],
})
