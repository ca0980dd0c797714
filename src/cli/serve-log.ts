import { formatWarning, outsideInterface, type Warning, withoutSecrets } from '../../handlers/http/warning.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { AnsweredRequest } from '../server.ts'
import type { CommandIo } from './io.ts'
import { withFlags } from './options.ts'
import { styled } from './style.ts'

/** The most kinds of warnings. */
const mostWarnings = 1000

/** The log of `serve` on stderr. */
export function createServeLog(io: CommandIo, { quiet, requests }: { quiet: boolean; requests: boolean }) {
  const warnings = new Map<string, Warning>()
  const { stderr } = io
  return {
    onRequest: requests ? (request: AnsweredRequest) => void stderr.write(lineOf(request, io)) : undefined,
    onNotice: (message: string) => void stderr.write(`${styled(io, stderr, 'yellow', message)}\n`),
    /** Prints each kind of warning once, for all worlds. */
    onWarning(warning: Warning): void {
      const kind = `${warning.about} ${warning.detail}`
      if (warnings.has(kind) || warnings.size >= mostWarnings) return
      warnings.set(kind, warning)
      if (!quiet) stderr.write(`${styled(io, stderr, 'yellow', formatWarning(warning))}\n`)
    },
    /** Prints what went beyond the document; returns whether anything did. */
    reportWarnings(): boolean {
      if (warnings.size === 0) return false
      const { message } = outsideInterface([...warnings.values()])
      stderr.write(`${styled(io, stderr, 'red', withFlags(message))}\n`)
      return true
    },
  }
}

function lineOf({ method, target, headers, status, duration }: AnsweredRequest, io: CommandIo): string {
  const { stderr } = io
  const line = visible(`${method} ${withoutSecrets(target)}`)
  const time = styled(io, stderr, 'dim', new Date().toTimeString().slice(0, 8))
  const outcome = status === 0 ? 'connection lost' : `${status}`
  const colour = status >= 200 && status < 400 ? 'green' : status >= 500 || status === 0 ? 'red' : 'yellow'
  const world = headers['x-understudy-world'] === undefined ? '' : ` in ${headers['x-understudy-world']}`
  return `${time} ${line} ${styled(io, stderr, colour, outcome)} ${duration.toFixed(1)} ms${visible(world)}\n`
}
