import type { Fault } from './fault.ts'
import { capacityFaults, lateIdFaults, lateMoveFaults } from './sequence-faults/capacity.ts'
import { concurrentFaults } from './sequence-faults/concurrent.ts'
import { concurrentCreateFaults } from './sequence-faults/concurrent-creates.ts'
import { crossingFaults } from './sequence-faults/crossed.ts'
import { deduplicationFaults } from './sequence-faults/deduplicated.ts'
import { longListFaults, longListShapeFaults } from './sequence-faults/long-lists.ts'
import { lostCreateFaults, mergedCreateFaults } from './sequence-faults/lost.ts'
import { misplacedFaults } from './sequence-faults/misplaced.ts'
import { lateMissingFaults, resurrectionFaults } from './sequence-faults/resurrected.ts'
import { staleReplaceFaults, wrongReadFaults } from './sequence-faults/stale.ts'
import { lateReadFaults, undoneFaults } from './sequence-faults/undone.ts'
import { unseenFaults } from './sequence-faults/unseen.ts'

/** Every fault that no single request shows: it takes an order of requests, a number of posts, or several at once. */
export const sequenceFaults: readonly Fault[] = [
  ...staleReplaceFaults,
  ...wrongReadFaults,
  ...undoneFaults,
  ...lateReadFaults,
  ...lostCreateFaults,
  ...mergedCreateFaults,
  ...resurrectionFaults,
  ...lateMissingFaults,
  ...longListFaults,
  ...longListShapeFaults,
  ...capacityFaults,
  ...lateIdFaults,
  ...lateMoveFaults,
  ...concurrentCreateFaults,
  ...concurrentFaults,
  ...deduplicationFaults,
  ...misplacedFaults,
  ...crossingFaults,
  ...unseenFaults,
]
