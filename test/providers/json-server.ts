import { npmProvider } from './npm-provider.ts'

/** json-server 0.17 from its command line, under `/v1` by a routes file as its README shows ("Add custom routes"). */
export const jsonServer = npmProvider({
  name: 'json-server',
  version: '0.17.4',
  about: 'The stable json-server: its CLI with an empty db.json and --routes.',
  packages: { 'json-server': '0.17.4' },
  args: (port) => [
    'node_modules/json-server/lib/cli/bin.js',
    'db.json',
    ...['--routes', 'routes.json', '--host', '127.0.0.1', '--port', String(port)],
  ],
})
