import type { Case } from './case.ts'
import { hostileCases, mediaTypeCases } from './cases/hostile-cases.ts'
import { idCases } from './cases/id-cases.ts'
import { inputCases } from './cases/input-cases.ts'
import { methodCases } from './cases/method-cases.ts'
import { operationCases } from './cases/operation-cases.ts'
import { pathCases } from './cases/path-cases.ts'
import { textCases } from './cases/text-cases.ts'

/** The whole suite. */
export const cases: readonly Case[] = [
  ...operationCases,
  ...pathCases,
  ...methodCases,
  ...inputCases,
  ...idCases,
  ...hostileCases,
  ...mediaTypeCases,
  ...textCases,
]

/** The cases that are quick enough to be played under every random profile. */
export const compactCases: readonly Case[] = cases.filter(({ heavy }) => !heavy)
