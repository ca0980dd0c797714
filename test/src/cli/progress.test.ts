import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandIo } from '../../../src/cli/command.ts'
import { showProgress } from '../../../src/cli/progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function progress(isTTY: boolean, quiet = false) {
  let written = ''
  const output = { isTTY, write: (text: string) => (written += text) }
  const io: CommandIo = { stdout: output, stderr: output, env: {}, stopped: () => new Promise(() => {}) }
  return { ...showProgress(io, quiet), written: () => written }
}

test('on a pipe a line every ten seconds says how far the run is, and none after its end', () => {
  const { show, end, written } = progress(false)
  for (let done = 1; done <= 25; done++) {
    vi.advanceTimersByTime(1000)
    show({ done, total: 100, key: `example ${done}` })
  }
  end()
  vi.advanceTimersByTime(60_000)
  expect(written()).toBe('10 s  9/100  example 9\n20 s  19/100  example 19\n')
})

test('on a terminal one line is written anew', () => {
  const { show, end, written } = progress(true)
  vi.advanceTimersByTime(2000)
  show({ done: 1, total: 2, key: 'one' })
  show({ done: 2, total: 2, key: 'two' })
  end()
  expect(written()).toBe('1/2  one\r\x1b[2K2/2  two\r\x1b[2K')
})

test('--quiet says nothing', () => {
  const { show, end, written } = progress(false, true)
  show({ done: 1, total: 2, key: 'one' })
  vi.advanceTimersByTime(60_000)
  end()
  expect(written()).toBe('')
})
