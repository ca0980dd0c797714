import { formatWarning, outsideInterface, type Warning, withoutSecrets } from '../../handlers/http/warning.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { AnsweredRequest } from '../server.ts'
import type { Output } from './io.ts'
import { styled } from './style.ts'

/** The most kinds of warnings. */
const mostWarnings = 1000

/** The log of `serve`. */
export function createServeLog(output: Output, quiet: boolean) {
  const warnings = new Map<string, Warning>()
  const write = (format: Parameters<typeof styled>[1], text: string) =>
    void output.write(`${styled(output, format, text)}\n`)
  return {
    onRequest: (request: AnsweredRequest) => void (quiet || output.write(lineOf(request, output))),
    onNotice: (message: string) => write('yellow', message),
    /** Prints each kind of warning once, for all worlds. */
    onWarning(warning: Warning): void {
      const kind = `${warning.about} ${warning.detail}`
      if (warnings.has(kind) || warnings.size >= mostWarnings) return
      warnings.set(kind, warning)
      if (!quiet) write('yellow', formatWarning(warning))
    },
    /** Prints what went beyond the document; returns whether anything did. */
    reportWarnings(): boolean {
      if (warnings.size > 0) write('red', outsideInterface([...warnings.values()]).message)
      return warnings.size > 0
    },
  }
}

function lineOf({ method, target, headers, status, duration }: AnsweredRequest, output: Output): string {
  const time = styled(output, 'dim', new Date().toTimeString().slice(0, 8))
  const colour = status >= 200 && status < 400 ? 'green' : status >= 500 || status === 0 ? 'red' : 'yellow'
  const outcome = styled(output, colour, status === 0 ? 'connection lost' : `${status}`)
  const world = headers['x-understudy-world'] === undefined ? '' : ` in ${headers['x-understudy-world']}`
  const line = visible(`${method} ${withoutSecrets(target)}`)
  return `${time} ${line} ${outcome} ${duration.toFixed(1)} ms${visible(world)}\n`
}
