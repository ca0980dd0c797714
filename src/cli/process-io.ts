import type { CommandIo } from './command.ts'

/** The surroundings of a real process. */
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
