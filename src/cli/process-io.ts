import type { CommandIo } from './command.ts'

export function processIo(): CommandIo {
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever reads us may stop reading: `posts-understudy serve | head -1`.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, stopped }
}

/** The exit code of a process that a signal ended, by custom of shells: 128 and the signal's number. */
const forced = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * How long signals count as one, in milliseconds: at Ctrl-C the terminal signals every process in front, and npx hands its
 * own signal on to the one that it has started.
 */
const echo = 1000

function stopped(lastWords: () => string = () => ''): Promise<void> {
  return new Promise((settle) => {
    let first: number | undefined
    whenParentGoes(settle)
    for (const [signal, code] of Object.entries(forced)) {
      process.on(signal, () => {
        const now = performance.now()
        first ??= now
        settle()
        if (now - first < echo) return
        process.stderr.write(lastWords())
        process.exit(code)
      })
    }
  })
}

/** Who started this process: read before anything is printed that somebody may wait for. */
const parent = process.ppid

/**
 * Notices that the shell is gone in which npx or a script of package.json ran this command: npm passes a signal to that shell, and
 * the shell does not pass it on. A script that starts something in the background may want it to stay.
 */
function whenParentGoes(tell: () => void): void {
  const { npm_lifecycle_script: script } = process.env
  if (script === undefined || /(?<!&)&(?!&)/.test(script)) return
  setInterval(() => process.ppid !== parent && tell(), 500).unref()
}
