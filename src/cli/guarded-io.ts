import { redactorFor } from '../../contracts/redaction/redactor-for.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { CommandIo, Output } from './io.ts'

/** Our own control characters: the styles of io.ts, and the progress line. */
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
    write: (text) => output.write(harmless(text)),
    get isTTY() {
      return output.isTTY === true
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return output.columns || 100
    },
    hasColours: output.hasColours === true,
  })
  return {
    stdout: guarded(io.stdout),
    stderr: guarded(io.stderr),
    env: io.env,
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
