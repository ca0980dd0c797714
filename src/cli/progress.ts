import type { Progress } from '../../contracts/run/provider-session.ts'
import type { Output } from './io.ts'

/** The intervals of lines without and with a terminal, in milliseconds. */
const pause = { elsewhere: 10_000, terminal: 1000 } as const

/**
 * Shows how long a run still takes, and what it found so far: on one line of a terminal, rewritten every second;
 * elsewhere as a line every ten seconds.
 */
export function showProgress(output: Output, quiet: boolean) {
  const started = performance.now()
  let latest: { readonly progress: Progress; readonly at: number } | undefined
  let isShown = false
  const clear = () => {
    if (isShown) output.write('\r\x1b[2K')
    isShown = false
  }
  const tell = () => {
    if (!latest) return
    const { progress, at } = latest
    const text = progressText(progress, at - started, performance.now() - at)
    clear()
    isShown = output.isTTY === true
    output.write(isShown ? text : `${text}\n`)
  }
  const timer = quiet ? undefined : setInterval(tell, output.isTTY ? pause.terminal : pause.elsewhere)
  timer?.unref()
  return {
    show(progress: Progress): void {
      latest = { progress, at: performance.now() }
    },
    /** Shows nothing from then on. */
    end(): void {
      clearInterval(timer)
      clear()
    },
  }
}

/**
 * @param elapsed how long the run took until this progress, in milliseconds.
 * @param since how long ago that was.
 */
function progressText({ done, total, key, left, broken = 0 }: Progress, elapsed: number, since: number) {
  const rest = (left ?? (elapsed / done) * (total - done)) - since
  const time = done === total ? key : `about ${Math.max(1, Math.round(rest / 1000))} s left`
  return broken === 0 ? time : `${time}, ${broken} ${broken === 1 ? 'clause' : 'clauses'} broken`
}
