import { npmProvider } from './npm-provider.ts'

/** Moleculer's database mixin behind the REST alias of its gateway. */
export const moleculer = npmProvider({
  name: 'moleculer',
  version: '0.9.0',
  about: 'Moleculer: moleculer-db in memory behind the alias "REST posts" of moleculer-web.',
  packages: { moleculer: '0.15.2', 'moleculer-db': '0.9.0', 'moleculer-web': '0.11.0' },
  args: () => ['app.cjs'],
})
