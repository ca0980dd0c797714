import { createFaults } from './faults/create.ts'
import { identityFaults } from './faults/identity.ts'
import { listFaults } from './faults/list.ts'
import { othersFaults } from './faults/others.ts'
import { readFaults } from './faults/read.ts'
import { refusedFaults } from './faults/refused.ts'
import { removeFaults } from './faults/remove.ts'
import { replaceFaults } from './faults/replace.ts'
import { safeFaults } from './faults/safe.ts'
import { shapeFaults } from './faults/shape.ts'
import { textFaults } from './faults/text.ts'
import { wireFaults } from './faults/wire.ts'
import type { Member } from './member.ts'

/** Every fault that one state and one request, or a read after it, can show. */
export const faults: readonly Member[] = [
  ...wireFaults,
  ...shapeFaults,
  ...listFaults,
  ...readFaults,
  ...textFaults,
  ...createFaults,
  ...identityFaults,
  ...refusedFaults,
  ...replaceFaults,
  ...removeFaults,
  ...safeFaults,
  ...othersFaults,
]
