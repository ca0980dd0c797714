import type { CommandIo } from './command.ts'

/** Shows how far a run is, on one line of a terminal, from its first second on; elsewhere nothing. */
export function showProgress({ stderr }: CommandIo, quiet: boolean) {
  const started = performance.now()
  let shown = false
  const clear = () => {
    if (shown) stderr.write('\r\x1b[2K')
  }
  return {
    show({ done, total, key }: { done: number; total: number; key: string }): void {
      if (quiet || !stderr.isTTY || performance.now() - started < 1000) return
      clear()
      shown = true
      stderr.write(`${done}/${total}  ${key}`)
    },
    end: clear,
  }
}
