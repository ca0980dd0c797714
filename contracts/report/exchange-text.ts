import type { Exchange } from '../document/exchange.ts'
import type { Leftover } from '../session/clean-up.ts'
import { clip, firstLines, plural } from './layout.ts'
import type { Style } from './style.ts'

/** A request and its reply on two lines. */
export function exchangeText({ request, reply }: Exchange, style: Style): string {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, 120)}`
  const got = reply.body === '' ? 'no body' : clip(reply.body, 120)
  const cut = reply.cut === undefined ? '' : ` (${reply.cut})`
  return `${style('faint', '→')} ${request.method} ${request.path}${sent}\n${style('faint', '←')} ${reply.status} ${got}${cut}`
}

/** Posts that could not be removed, each with the command that removes it, and those of which nobody knows whose they are. */
export function leftoversText(leftovers: readonly Leftover[], style: Style): string {
  const left = leftovers.filter(({ reason }) => reason === undefined)
  const doubtful = leftovers.filter(({ reason }) => reason !== undefined)
  const headed = (heading: string, some: readonly Leftover[]) =>
    some.length === 0
      ? []
      : [`${style('warn', heading)}\n${firstLines(some.map(leftoverLine), 'posts').join('\n')}`]
  return [
    ...headed(`${plural(left.length, 'post')} of this run could not be removed:`, left),
    ...headed('Nobody can tell whether this run has left these; they were not touched:', doubtful),
  ].join('\n\n')
}

/** A post that may be left, and what to do about it. */
export function leftoverLine({ title, path, curl, reason }: Leftover): string {
  const more = curl ?? reason
  return `  ${path ?? 'unknown id'}  ${title}${more === undefined ? '' : `\n    ${more}`}`
}

/** What a run cost. */
export function costText({ requests, duration }: { requests: number; duration: number }): string {
  return `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`
}
