import { npmProvider } from './npm-provider.ts'

/** Remult over Express with its default data provider, JSON files. */
export const remult = npmProvider({
  name: 'remult',
  version: '3.3.18',
  about: 'Remult: an entity with an auto-increment id over Express, kept in JSON files.',
  packages: { remult: '3.3.18', express: '5.3.0' },
  args: () => ['app.mjs'],
})
