import { expect, test } from 'vitest'
import { detectChoice } from '../../../contracts/choices/detect.ts'
import { agrees } from '../../../contracts/choices/detection.ts'
import { examples } from '../../../contracts/scenarios/examples.ts'
import { choiceIds } from '../../../handlers/choices.ts'

/** What a run saw, where each example was answered with a status. */
function answered(statuses: Readonly<Record<string, number>>) {
  const byExample = Object.entries(statuses).map(([key, status]) => {
    const request = { method: 'POST', path: '/posts', headers: {}, body: '' }
    return [
      key,
      { kind: 'ran', exchange: { request, reply: { status, headers: {}, body: '' } }, values: {} },
    ] as const
  })
  return { byExample: new Map(byExample), history: [], beganEmpty: false }
}

test.each([
  ['a create without a title', { 'create/no-title': 400 }, true],
  ['nothing else', { 'create/no-title': 201, 'create/no-content': 422 }, false],
])('a refused media type fits "ignored" where %s is refused alike', (_case, others, fits) => {
  const detection = detectChoice('input.media-type', answered({ 'create/media-type': 400, ...others }))
  expect(detection.kind === 'seen' && agrees(detection, 'ignored')).toBe(fits)
})

test('a body that repeats what was sent is read with ids beyond 2^53', () => {
  const body = '{"id":9007199254740993,"title":"A title","content":"A content"}'
  const request = { method: 'POST', path: '/posts', headers: {}, body }
  const observation = {
    kind: 'ran' as const,
    exchange: { request, reply: { status: 201, headers: {}, body } },
    values: {},
  }
  const byExample = new Map(
    ['create/plain', 'create/unknown-field'].map((key) => [key, observation] as const),
  )
  const detection = detectChoice('create.body', { byExample, history: [], beganEmpty: false })
  expect(detection).toMatchObject({ answer: 'post' })
})

test.each([401, 403, 407, 429, 502, 503])(
  'a reply of %i decides nothing, and answers no choice',
  (status) => {
    const all = answered(Object.fromEntries(examples.map(({ key }) => [key, status])))
    expect(choiceIds.filter((id) => detectChoice(id, all).kind === 'seen')).toEqual([])
  },
)
