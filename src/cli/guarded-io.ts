import { redactorFor } from '../../contracts/redaction/redactor-for.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { CommandIo, Output } from './command.ts'

/** The colours and weights of style.ts, and how progress clears its line: the only control characters of ours. */
const esc = '\u001b'
const ours = new RegExp(`(${esc}\\[\\d{1,2}m|\r${esc}\\[2K)`)

/** The only commands to a CI service that are ours. */
const annotation = /^::(?:error|warning) title=posts-understudy /

/**
 * Lets nothing out but what may be printed: no secret that stands on the command line or in the address of a proxy, no control
 * character, and no line that a CI service takes for a command of the job, such as `::error::`.
 *
 * @param given the arguments, before anything of them was read.
 */
export function guardedIo(io: CommandIo, given: readonly string[]): CommandIo {
  const { text: withoutSecrets } = redactorFor({
    urls: given.filter((argument) => /:\/\/|^[^/@\s]+:[^@]*@/.test(argument)),
    headers: headersIn(given),
    environment: io.env,
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
  })
  return {
    stdout: guarded(io.stdout),
    stderr: guarded(io.stderr),
    env: io.env,
    annotate: (annotations) => {
      const lines = annotations.split('\n').filter((line) => annotation.test(line))
      for (const line of lines) io.stderr.write(`${withoutSecrets(visible(line))}\n`)
    },
    stopped: (lastWords) => io.stopped(lastWords && (() => harmless(lastWords()))),
  }
}

/** The values of `--header`, also of one that cannot be read: then all of it may be secret. */
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
