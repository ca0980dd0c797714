import type { Fault } from './fault.ts'
import { bystanderFaults } from './faults/bystanders.ts'
import { writeBystanderFaults } from './faults/bystanders-of-writes.ts'
import { characterFaults } from './faults/characters.ts'
import { createFaults, unlistedFaults, unreadableFaults } from './faults/create.ts'
import {
  identityFaults,
  listedIdFaults,
  pathIdFaults,
  shownIdFaults,
  titleIdFaults,
} from './faults/identity.ts'
import { listFaults, membershipFaults } from './faults/list.ts'
import { missingFaults } from './faults/missing.ts'
import { readFaults } from './faults/read.ts'
import { refusedCreateFaults, refusedReplaceFaults } from './faults/refused.ts'
import { removeAgainFaults, removeFaults } from './faults/remove.ts'
import {
  otherTextFaults,
  removingCreateFaults,
  repetitionFaults,
  takenIdFaults,
} from './faults/repetition.ts'
import { replaceFaults } from './faults/replace.ts'
import {
  bodyIdFaults,
  countingFaults,
  elsewhereFaults,
  missingReplaceFaults,
  replaceAgainFaults,
  sameIdFaults,
} from './faults/replace-again.ts'
import { safeFaults } from './faults/safe.ts'
import { itemFaults, shapeFaults } from './faults/shape.ts'
import { specialReplaceFaults, specialTextFaults } from './faults/special-texts.ts'
import { listedTextFaults, textFaults } from './faults/text.ts'
import { versionFaults } from './faults/version.ts'
import { wireFaults } from './faults/wire.ts'

/** Every fault that one state and one request, or a read after it, can show. */
export const faults: readonly Fault[] = [
  ...wireFaults,
  ...shapeFaults,
  ...itemFaults,
  ...listFaults,
  ...membershipFaults,
  ...readFaults,
  ...missingFaults,
  ...textFaults,
  ...listedTextFaults,
  ...characterFaults,
  ...specialTextFaults,
  ...createFaults,
  ...unreadableFaults,
  ...unlistedFaults,
  ...identityFaults,
  ...listedIdFaults,
  ...pathIdFaults,
  ...shownIdFaults,
  ...titleIdFaults,
  ...repetitionFaults,
  ...takenIdFaults,
  ...removingCreateFaults,
  ...otherTextFaults,
  ...refusedCreateFaults,
  ...refusedReplaceFaults,
  ...replaceFaults,
  ...specialReplaceFaults,
  ...sameIdFaults,
  ...bodyIdFaults,
  ...countingFaults,
  ...elsewhereFaults,
  ...missingReplaceFaults,
  ...replaceAgainFaults,
  ...removeFaults,
  ...removeAgainFaults,
  ...safeFaults,
  ...bystanderFaults,
  ...writeBystanderFaults,
  ...versionFaults,
]
