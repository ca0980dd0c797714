import { npmProvider } from './npm-provider.ts'

/** json-server 0.17 as a module, mounted under `/v1` as its README shows ("Mounting JSON Server on another endpoint"). */
export const jsonServerModule = npmProvider({
  name: 'json-server-module',
  version: '0.17.4',
  about: 'The stable json-server as a module of Express: server.use("/v1", router).',
  packages: { 'json-server': '0.17.4' },
  args: () => ['server.cjs'],
})
