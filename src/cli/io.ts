export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The environment of a command. */
export interface CommandIo {
  /** For results. */
  readonly stdout: Output
  /** For progress, notes and errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Resolves at the first signal; a second signal exits at once.
   * @param finalNote returns the text to print to stderr then. Default nothing.
   */
  readonly stopped: (finalNote?: () => string) => Promise<void>
}

export function processIo(): CommandIo {
  for (const stream of [process.stdout, process.stderr]) {
    // The reader may stop: `posts-understudy serve | head -1`.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, stopped }
}

/** Exit codes after a signal: 128 plus its number. */
const forced = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * How long signals count as one, in milliseconds: at Ctrl-C this process gets one from the terminal and one from npx.
 */
const echo = 1000

function stopped(finalNote: () => string = () => ''): Promise<void> {
  return new Promise((settle) => {
    let first: number | undefined
    whenParentGoes(settle)
    for (const [signal, code] of Object.entries(forced)) {
      process.on(signal, () => {
        const now = performance.now()
        first ??= now
        settle()
        if (now - first < echo) return
        process.stderr.write(finalNote())
        process.exit(code)
      })
    }
  })
}

/** The parent at the start. */
const parent = process.ppid

/**
 * Stops when the parent shell ends under npx or npm run: npm signals that shell, which does not forward the signal.
 * Not for scripts that start a background process.
 */
function whenParentGoes(tell: () => void): void {
  const { npm_lifecycle_script: script } = process.env
  if (script === undefined || /(?<!&)&(?!&)/.test(script)) return
  setInterval(() => process.ppid !== parent && tell(), 500).unref()
}
