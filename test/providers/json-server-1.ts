import { npmProvider } from './npm-provider.ts'

/** json-server 1, which has no prefix of its own: its app mounted under `/v1` by three lines. */
export const jsonServerOne = npmProvider({
  name: 'json-server-1',
  version: '1.0.0-beta.15',
  about: 'The coming json-server: its app over an empty db.json, mounted under /v1.',
  packages: { 'json-server': '1.0.0-beta.15', '@tinyhttp/app': '3.0.1', lowdb: '7.0.1' },
  args: () => ['server.mjs'],
})
