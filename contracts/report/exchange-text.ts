import type { Exchange } from '../exchange.ts'
import type { Leftover } from '../verify/result.ts'
import { clip, plural } from './layout.ts'
import type { Style } from './style.ts'

/** A request and its reply on two lines. */
export function exchangeText({ request, reply }: Exchange, style: Style): string {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, 120)}`
  const got = reply.body === '' ? 'no body' : clip(reply.body, 120)
  return `${style('faint', '→')} ${request.method} ${request.path}${sent}\n${style('faint', '←')} ${reply.status} ${got}`
}

/** Posts that could not be removed, each with the command that removes it. */
export function leftoversText(leftovers: readonly Leftover[], style: Style): string {
  if (leftovers.length === 0) return ''
  const lines = leftovers.map(
    ({ title, path, curl }) =>
      `  ${path ?? 'unknown id'}  ${title}${curl === undefined ? '' : `\n    ${curl}`}`,
  )
  return `${style('warn', `${plural(leftovers.length, 'post')} of this run could not be removed:`)}\n${lines.join('\n')}`
}

/** What a run cost. */
export function costText({ requests, duration }: { requests: number; duration: number }): string {
  return `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`
}
