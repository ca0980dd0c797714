import { named } from '../support/named.ts'
import { djangoRest } from './django-rest.ts'
import { npmProviders } from './npm-providers.ts'
import type { RealProvider } from './provider.ts'
import { rails } from './rails.ts'

/** Every real provider. */
export const realProviders: readonly RealProvider[] = [...npmProviders, djangoRest, rails]

/** Finds a provider by its name. */
export function providerNamed(name: string): RealProvider {
  return named(realProviders, name)
}
