import type { Member } from './member.ts'
import { capacityFaults } from './sequence-faults/capacity.ts'
import { concurrentFaults } from './sequence-faults/concurrent.ts'
import { deduplicationFaults } from './sequence-faults/deduplicated.ts'
import { lostCreateFaults } from './sequence-faults/lost.ts'
import { misplacedFaults } from './sequence-faults/misplaced.ts'
import { resurrectionFaults } from './sequence-faults/resurrected.ts'
import { staleFaults } from './sequence-faults/stale.ts'
import { undoneFaults } from './sequence-faults/undone.ts'
import { unseenFaults } from './sequence-faults/unseen.ts'

/** Every fault that no single request shows: it takes an order of requests, a number of posts, or several at once. */
export const sequenceFaults: readonly Member[] = [
  ...staleFaults,
  ...undoneFaults,
  ...lostCreateFaults,
  ...resurrectionFaults,
  ...capacityFaults,
  ...concurrentFaults,
  ...deduplicationFaults,
  ...misplacedFaults,
  ...unseenFaults,
]
