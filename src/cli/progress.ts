import type { Progress } from '../../contracts/run/provider-session.ts'
import type { CommandIo } from './io.ts'

/** The intervals of lines without and with a terminal, in milliseconds. */
const pause = { elsewhere: 10_000, terminal: 1000 } as const

/**
 * Shows how long a run still takes, and what it found so far: on one line of a terminal, rewritten every second;
 * elsewhere as a line every ten seconds.
 */
export function showProgress({ stderr }: CommandIo, quiet: boolean) {
  const started = performance.now()
  let latest: { readonly progress: Progress; readonly at: number } | undefined
  let isShown = false
  const clear = () => {
    if (isShown) stderr.write('\r\x1b[2K')
    isShown = false
  }
  const tell = () => {
    if (!latest) return
    const elapsed = performance.now() - started
    const text = progressText(latest.progress, { elapsed, since: performance.now() - latest.at })
    clear()
    isShown = stderr.isTTY === true
    stderr.write(isShown ? text : `${Math.round(elapsed / 1000)} s: ${text}\n`)
  }
  const timer = quiet ? undefined : setInterval(tell, stderr.isTTY ? pause.terminal : pause.elsewhere)
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

function progressText(
  { done, total, key, left, broken = 0 }: Progress,
  { elapsed, since }: { readonly elapsed: number; readonly since: number },
): string {
  const usual = done * 10 < total ? undefined : ((elapsed - since) * (total - done)) / done
  const rest = left ?? usual
  const isDone = done === total && (rest ?? 0) < 500
  const time = isDone ? key : rest === undefined ? 'just begun' : `about ${durationText(rest - since)} left`
  return broken === 0 ? time : `${time}, ${broken} ${broken === 1 ? 'clause' : 'clauses'} broken`
}

/** A time in seconds, in fives from 20 s on, in minutes from 90 s on. */
function durationText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds >= 90) return `${Math.round(seconds / 60)} min`
  return `${seconds < 20 ? seconds : 5 * Math.round(seconds / 5)} s`
}
