import { named } from '../support/named.ts'
import { djangoRest } from './django-rest.ts'
import { npmProviders } from './npm-providers.ts'
import type { RealProvider } from './provider.ts'
import { rails } from './rails.ts'

export const realProviders: readonly RealProvider[] = [...npmProviders, djangoRest, rails]

/** Whether a run asks for a provider: heavy ones come only when UNDERSTUDY_PROVIDERS names them, or all. */
export function isWanted(name: string): boolean {
  const wanted = (process.env.UNDERSTUDY_PROVIDERS ?? '').split(',')
  return wanted.includes(name) || wanted.includes('all')
}

export function providerNamed(name: string): RealProvider {
  return named(realProviders, name)
}
