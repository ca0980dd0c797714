import { styleText } from 'node:util'
import { redactorFor } from '../../contracts/redaction.ts'
import type { TextReportOptions } from '../../contracts/report/text-report.ts'
import { visible } from '../../handlers/model/visible.ts'

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
  /** Whether to write colours: on a terminal, where NO_COLOR and FORCE_COLOR do not say otherwise. */
  readonly hasColours?: boolean
}

type Format = Parameters<typeof styleText>[0]

/** Styles a text where the output has colours. */
export function styled(output: Output, format: Format, text: string): string {
  const shown = visible(text)
  return output.hasColours ? styleText(format, shown, { validateStream: false }) : shown
}

/** Wider lines are hard to read. */
const widest = 120

const formats = { good: 'green', bad: 'red', warn: 'yellow', faint: 'dim', strong: 'bold' } as const

/** The look of a text report: as wide as the terminal, elsewhere 80 columns. */
export function reportLook(output: Output, isVerbose = false): Required<TextReportOptions> {
  const { isTTY = false, columns = 80 } = output
  return {
    style: (kind, content) => styled(output, formats[kind], content),
    width: isTTY ? Math.min(columns, widest) : 80,
    isVerbose,
  }
}

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
  /** What the process ends with. Default 0. */
  exitCode?: number
}

export function processIo(): CommandIo {
  const { stdout, stderr, env } = process
  return { stdout: outputTo(stdout), stderr: outputTo(stderr), env, stopped }
}

function outputTo(stream: NodeJS.WriteStream): Output {
  // The reader may stop: `posts-understudy serve | head -1`.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    write: (text) => stream.write(text),
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns
    },
    hasColours: styleText('red', 'x', { stream }) !== 'x',
  }
}

/** Exit codes after a signal: 128 plus its number. */
const forced = { SIGINT: 130, SIGTERM: 143 } as const

/** How long signals count as one, in milliseconds: at Ctrl-C this process gets one from the terminal and one from npx. */
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

/** Our own control characters: the styles, and the progress line. */
const esc = '\u001b'
const ours = new RegExp(`(${esc}\\[\\d{1,2}m|\r${esc}\\[2K)`)

/**
 * Makes output safe: without the secrets of the command line and of proxies, control characters, and lines that a CI
 * service would interpret as commands, such as `::error::`.
 *
 * @param given the arguments.
 */
export function guardedIo(io: CommandIo, given: readonly string[]): CommandIo {
  const { text: withoutSecrets } = redactorFor({
    urls: given.filter((argument) => /:\/\/|^[^/@\s]+:[^@]*@/.test(argument)),
    headers: headersIn(given),
  })
  const harmless = (text: string) =>
    withoutSecrets(text)
      .split(ours)
      .map((part, index) => (index % 2 === 0 ? withoutCommands(visible(part)) : part))
      .join('')
  const guarded = (output: Output): Output => ({
    ...output,
    write: (text) => output.write(harmless(text)),
    get columns() {
      // A terminal that does not know its width says 0.
      return output.columns || 100
    },
  })
  return {
    ...io,
    stdout: guarded(io.stdout),
    stderr: guarded(io.stderr),
    stopped: (finalNote) => io.stopped(finalNote && (() => harmless(finalNote()))),
  }
}

/** The values of `--header`; an invalid one is a secret as a whole. */
function headersIn(given: readonly string[]): Record<string, string> {
  const values = given.flatMap((argument, index) => {
    if (argument === '--header') return given[index + 1] ?? []
    return argument.startsWith('--header=') ? argument.slice('--header='.length) : []
  })
  return Object.fromEntries(
    values.map((value, index) => {
      const [, name = `credential ${index}`, rest = value] = /^([^\s:]+)\s*:(.*)$/s.exec(value) ?? []
      return [name, rest]
    }),
  )
}

function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u{3a}').replace(/##(?=[\w[])/g, '#\\u{23}')
}
