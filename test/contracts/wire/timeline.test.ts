import { expect, test } from 'vitest'
import { Timeline } from '../../../contracts/wire/timeline.ts'

test('a run of any length has at most 60 slices, and no request is lost', () => {
  const timeline = new Timeline()
  for (let second = 0; second < 1000; second++)
    timeline.note(
      { status: [200, 404, 503][second % 3] ?? 0, headers: {}, body: '' },
      1000 * second,
      1000 * second + 7,
    )
  const { slices } = timeline
  expect(slices.length).toBeLessThanOrEqual(60)
  expect(slices.reduce((sum, { requests }) => sum + requests, 0)).toBe(1000)
  expect(slices[0]).toEqual({ from: 0, to: 25_600, requests: 26, refused: 9, failed: 8, slowest: 7 })
})
