import type { CommandIo } from './command.ts'

/** The interval of lines without a terminal, in milliseconds. */
const pause = 10_000

/** Shows the progress of a run: on one line of a terminal, after a second; elsewhere as a line every ten seconds. */
export function showProgress({ stderr }: CommandIo, quiet: boolean) {
  const started = performance.now()
  let shown = false
  let latest = ''
  const clear = () => {
    if (shown) stderr.write('\r\x1b[2K')
    shown = false
  }
  const tell = () => stderr.write(`${Math.round((performance.now() - started) / 1000)} s  ${latest}\n`)
  const timer = quiet || stderr.isTTY ? undefined : setInterval(() => latest && tell(), pause)
  timer?.unref()
  return {
    show({ done, total, key }: { done: number; total: number; key: string }): void {
      latest = `${done}/${total}  ${key}`
      if (quiet || !stderr.isTTY || performance.now() - started < 1000) return
      clear()
      shown = true
      stderr.write(latest)
    },
    end(): void {
      clearInterval(timer)
      clear()
    },
  }
}
