import { expect, test } from 'vitest'
import { agrees } from '../../contracts/detect/detection.ts'
import { detectChoice } from '../../contracts/detect.ts'

/** What a run saw, where each example was answered with a status. */
function answered(statuses: Readonly<Record<string, number>>) {
  const byExample = Object.entries(statuses).map(([key, status]) => {
    const request = { method: 'POST', path: '/posts', headers: {}, body: '' }
    return [key, { exchange: { request, reply: { status, headers: {}, body: '' } }, values: {} }] as const
  })
  return { byExample: new Map(byExample), history: [], beganEmpty: false }
}

test.each([
  ['a create without a title', { 'create/no-title': 400 }, true],
  ['a create without a body', { 'create/no-title': 201, 'create/no-body': 400 }, true],
  ['nothing else', { 'create/no-title': 201, 'create/no-body': 422 }, false],
])('a refused media type fits "ignored" where %s is refused alike', (_case, others, fits) => {
  const detection = detectChoice('input.media-type', answered({ 'create/media-type': 400, ...others }))
  expect('answer' in detection && agrees(detection, 'ignored')).toBe(fits)
})
