import { expect, test } from 'vitest'
import type { CalibratedChoice, Calibration } from '../../../contracts/calibrate.ts'
import { calibrationReport } from '../../../contracts/report/profile-reports.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../../handlers/choices.ts'

const usual = completeProfile('default')

function calibration(given: Partial<Record<ChoiceId, Partial<CalibratedChoice>>>): Calibration {
  const choices = choiceIds.map((choice): CalibratedChoice => {
    const learned = { choice, verdict: 'learned', answer: usual[choice] } as const
    return { ...learned, ...given[choice] }
  })
  const rest = { broken: [], leftovers: [], notes: [], requests: 2, duration: 1000 }
  return { url: 'http://127.0.0.1/v1', profile: { extends: 'default' }, choices, ...rest }
}

const result = calibration({
  'create.status': { answer: 200 },
  'list.order': { verdict: 'unknown', answer: undefined, reason: 'no answer fits' },
  'id.reuse': { verdict: 'masked', answer: undefined, reason: 'it needs a write' },
})

test('lists what is not as in the preset and what was not learned, and counts the rest', () => {
  const text = calibrationReport(result)
  expect(text).toMatch(/\n {2}learned +create\.status +200\n/)
  expect(text).toMatch(/\n {2}unknown +list\.order +no answer fits\n/)
  expect(text).toMatch(/\n {2}not visible +id\.reuse +.*it needs a write\n/)
  expect(text).toContain(
    `\n  ${choiceIds.length - 3} more choices: as in the preset default. All choices: --verbose.\n`,
  )
  expect(text.split('\n').length).toBeLessThan(15)
})

test('lists every choice where it is asked to', () => {
  const text = calibrationReport(result, { isVerbose: true })
  for (const choice of choiceIds) expect(text).toContain(` ${choice}`)
  expect(text).not.toContain('--verbose')
})
