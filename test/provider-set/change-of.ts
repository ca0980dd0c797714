import { named } from '../support/named.ts'
import { faults } from './faults.ts'
import type { Change } from './provider.ts'
import { sequenceFaults } from './sequence-faults.ts'
import { variations } from './variations.ts'

/** What the provider of this name does otherwise than the correct one. @throws where there is none. */
export function changeOf(name: string): Change {
  return named([...faults, ...sequenceFaults, ...variations], name).change
}
