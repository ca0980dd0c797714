import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showProgress } from '../../../src/cli/provider-run.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function progress(isTTY: boolean, quiet = false) {
  let written = ''
  const output = { isTTY, write: (text: string) => (written += text) }
  return { ...showProgress(output, quiet), written: () => written }
}

test('on a pipe a line every ten seconds says how many steps are done, and none after its end', () => {
  const { show, end, written } = progress(false)
  for (let done = 1; done <= 25; done++) {
    vi.advanceTimersByTime(1000)
    show({ done, total: 40, key: `example ${done}`, broken: done > 15 ? 2 : 0 })
  }
  end()
  show({ done: 26, total: 40, key: 'example 26' })
  vi.advanceTimersByTime(60_000)
  expect(written()).toBe('9 of 40 steps: example 9\n19 of 40 steps: example 19, 2 clauses broken\n')
})

test('on a terminal one line is written anew every second, and counts down between two steps', () => {
  const { show, end, written } = progress(true)
  vi.advanceTimersByTime(900)
  show({ done: 1, total: 2, key: 'one', left: 4100, broken: 1 })
  vi.advanceTimersByTime(1200)
  show({ done: 2, total: 2, key: 'sequences', left: 8000 })
  vi.advanceTimersByTime(1000)
  show({ done: 2, total: 2, key: 'removing the posts', left: 0 })
  vi.advanceTimersByTime(1000)
  end()
  show({ done: 2, total: 2, key: 'late' })
  vi.advanceTimersByTime(3000)
  const rewind = '\r\x1b[2K'
  expect(written()).toBe(
    `one, 4 s left, 1 clause broken${rewind}one, 3 s left, 1 clause broken${rewind}sequences, 7 s left${rewind}removing the posts${rewind}`,
  )
})
