import { spawn } from 'node:child_process'

interface Bounds {
  readonly env?: Readonly<Record<string, string>>
  /** For how long it may say nothing before it counts as stuck, in ms. */
  readonly silence: number
}

/** For how long anything may run, in ms, however much it has to say. */
const longest = 600_000

/**
 * Runs a command to its end and gives what it printed on stdout.
 * @throws Error with the last thing that it complained about, or that it was stuck
 */
export function runBounded(command: string, given: readonly string[], bounds: Bounds): Promise<string> {
  return new Promise((settle, fail) => {
    // A group of its own: what the command has started ends with it.
    const child = spawn(command, given, {
      detached: true,
      env: { ...process.env, ...bounds.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stuck: string | undefined
    const stop = (reason: string) => {
      stuck = reason
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const end = setTimeout(stop, longest, `it was still running after ${longest / 1000} s`)
    const silence = setTimeout(stop, bounds.silence, `it said nothing for ${bounds.silence / 1000} s`)
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text
        silence.refresh()
      })
    const clear = () => {
      clearTimeout(end)
      clearTimeout(silence)
    }
    child.on('error', (error) => {
      clear()
      fail(error)
    })
    child.on('close', (code) => {
      clear()
      if (code === 0 && stuck === undefined) settle(printed.stdout)
      else fail(new Error(stuck ?? `it ended with ${code}: ${complaint(printed)}`))
    })
  })
}

function complaint({ stdout, stderr }: { stdout: string; stderr: string }): string {
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /^(?:E:|.*\berror\b)/i.test(line))
  return errors.at(-1) ?? lines.findLast((line) => line !== '') ?? 'it printed nothing'
}
