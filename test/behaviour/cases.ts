import { isFull } from '../support/full.ts'
import type { Case } from './case.ts'
import { hostileCases, mediaTypeCases } from './cases/hostile-cases.ts'
import { idCases } from './cases/id-cases.ts'
import { inputCases } from './cases/input-cases.ts'
import { methodCases } from './cases/method-cases.ts'
import { operationCases } from './cases/operation-cases.ts'
import { pathCases } from './cases/path-cases.ts'
import { textCases } from './cases/text-cases.ts'

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

/** The cases that are quick enough to be run under every random profile. */
export const compactCases: readonly Case[] = cases.filter(({ heavy }) => !heavy)

/**
 * One of so many cases, for a way that is slow and behind which the same code answers: from the first, the second, … case on.
 * All of them with UNDERSTUDY_FULL=1.
 */
export function oneOf(many: number, first: number, all: readonly Case[] = cases): readonly Case[] {
  return isFull ? cases : all.filter((_case, at) => at % many === first)
}
