import type { Member } from './member.ts'
import { accessVariations } from './variations/access.ts'
import { foreignPostVariations } from './variations/foreign-posts.ts'
import { idVariations } from './variations/ids.ts'
import { inputVariations } from './variations/input.ts'
import { refusalVariations } from './variations/refusals.ts'
import { requestVariations } from './variations/requests.ts'
import { combinationsOf } from './variations/several.ts'
import { shapeVariations } from './variations/shape.ts'
import { timeVariations } from './variations/time.ts'
import { transportVariations } from './variations/transport.ts'
import { writeVariations } from './variations/writes.ts'

const single = [
  ...writeVariations,
  ...inputVariations,
  ...refusalVariations,
  ...idVariations,
  ...shapeVariations,
  ...transportVariations,
  ...requestVariations,
  ...timeVariations,
  ...foreignPostVariations,
  ...accessVariations,
]

/** Every variation: providers that a verifier of the document alone must accept. */
export const variations: readonly Member[] = [...single, ...combinationsOf(single)]
