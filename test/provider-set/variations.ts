import type { Variation } from './variation.ts'
import { accessVariations } from './variations/access.ts'
import { createVariations } from './variations/create.ts'
import { foreignPostVariations } from './variations/foreign-posts.ts'
import { idVariations } from './variations/ids.ts'
import { inputVariations } from './variations/input.ts'
import { refusalVariations } from './variations/refusals.ts'
import { removeVariations } from './variations/remove.ts'
import { replaceVariations } from './variations/replace.ts'
import { requestVariations } from './variations/requests.ts'
import { severalVariations } from './variations/several.ts'
import { shapeVariations } from './variations/shape.ts'
import { timeVariations } from './variations/time.ts'
import { transportVariations } from './variations/transport.ts'

/** Every variation: providers that a verifier of the document alone must accept. */
export const variations: readonly Variation[] = [
  ...createVariations,
  ...replaceVariations,
  ...removeVariations,
  ...inputVariations,
  ...refusalVariations,
  ...idVariations,
  ...shapeVariations,
  ...transportVariations,
  ...requestVariations,
  ...timeVariations,
  ...foreignPostVariations,
  ...accessVariations,
  ...severalVariations,
]
