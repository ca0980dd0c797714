import type { Fault } from './fault.ts'
import { bystanderFaults } from './faults/bystanders.ts'
import { writeBystanderFaults } from './faults/bystanders-of-writes.ts'
import { characterFaults } from './faults/characters.ts'
import { createFaults } from './faults/create.ts'
import { identityFaults } from './faults/identity.ts'
import { listFaults, membershipFaults } from './faults/list.ts'
import { missingFaults } from './faults/missing.ts'
import { readFaults } from './faults/read.ts'
import { refusedCreateFaults, refusedReplaceFaults } from './faults/refused.ts'
import { removeAgainFaults, removeFaults } from './faults/remove.ts'
import { repetitionFaults } from './faults/repetition.ts'
import { replaceFaults } from './faults/replace.ts'
import { replaceAgainFaults, sameIdFaults } from './faults/replace-again.ts'
import { safeFaults } from './faults/safe.ts'
import { shapeFaults } from './faults/shape.ts'
import { specialReplaceFaults, specialTextFaults } from './faults/special-texts.ts'
import { textFaults } from './faults/text.ts'
import { versionFaults } from './faults/version.ts'
import { wireFaults } from './faults/wire.ts'

/** Every fault that one state and one request, or a read after it, can show. */
export const faults: readonly Fault[] = [
  ...wireFaults,
  ...shapeFaults,
  ...listFaults,
  ...membershipFaults,
  ...readFaults,
  ...missingFaults,
  ...textFaults,
  ...characterFaults,
  ...specialTextFaults,
  ...createFaults,
  ...identityFaults,
  ...repetitionFaults,
  ...refusedCreateFaults,
  ...refusedReplaceFaults,
  ...replaceFaults,
  ...specialReplaceFaults,
  ...sameIdFaults,
  ...replaceAgainFaults,
  ...removeFaults,
  ...removeAgainFaults,
  ...safeFaults,
  ...bystanderFaults,
  ...writeBystanderFaults,
  ...versionFaults,
]
