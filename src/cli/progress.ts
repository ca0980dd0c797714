import type { CommandIo } from './command.ts'

/** How often a line is printed where there is no terminal, in milliseconds. */
const pause = 10_000

/** Shows how far a run is: on one line of a terminal, from its first second on, and elsewhere in a line every ten seconds. */
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
    /** Prints a line of its own. */
    say(line: string): void {
      if (quiet) return
      clear()
      stderr.write(line)
    },
    end(): void {
      clearInterval(timer)
      clear()
    },
  }
}
