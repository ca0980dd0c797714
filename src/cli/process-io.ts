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

function stopped(): Promise<void> {
  return new Promise((settle) => {
    for (const [signal, code] of Object.entries(forced)) {
      process.once(signal, () => {
        settle()
        process.on(signal, () => process.exit(code))
      })
    }
  })
}
