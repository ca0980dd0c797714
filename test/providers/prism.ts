import { npmProvider } from './npm-provider.ts'

/** Prism, which answers from an OpenAPI document and keeps nothing: a provider that cannot hold. */
export const prism = npmProvider({
  name: 'prism',
  version: '5.16.0',
  about: 'Prism: "prism mock" on an OpenAPI document of the interface. It has no state.',
  packages: { '@stoplight/prism-cli': '5.16.0' },
  args: (port) => [
    'node_modules/@stoplight/prism-cli/dist/index.js',
    ...['mock', 'openapi.yaml', '--host', '127.0.0.1', '--port', String(port)],
  ],
})
