import { expect, test } from 'vitest'
import { specialRows, type TextRow } from '../../../contracts/scenarios/texts.ts'

function textsOf({ texts, alone = [] }: TextRow): string[] {
  return [...Object.values(texts('Mark')), ...alone.flatMap(textsOf)]
}

test('no special text ends a string of SQL before words of SQL', () => {
  const all = Object.values(specialRows).flat().flatMap(textsOf)
  const statements = all.filter((text) => /\b(?:OR|AND|DROP|DELETE|UPDATE|UNION)\b/.test(text))
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter((text) => /['"`]/.test(text))).toEqual([])
})
