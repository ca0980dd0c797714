import { npmProvider } from './npm-provider.ts'

/** Mockoon's command line with one CRUD route on a data bucket, the environment's other settings as the app makes them. */
export const mockoon = npmProvider({
  name: 'mockoon',
  version: '9.9.0',
  about: 'Mockoon CLI: a CRUD route over a data bucket that holds one post, under the prefix v1.',
  packages: { '@mockoon/cli': '9.9.0' },
  args: (port) => [
    'node_modules/@mockoon/cli/bin/run.js',
    ...[
      'start',
      '--data',
      'posts.json',
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
      '--disable-log-to-file',
    ],
  ],
})
