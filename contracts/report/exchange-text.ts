import type { Exchange } from '../document/exchange.ts'
import type { Leftover } from '../session/clean-up.ts'
import { clip, firstLines, type Paragraph, plural } from './layout.ts'
import type { Style } from './style.ts'

/** A request and its reply, one below the other. */
export function exchangeLines({ request, reply }: Exchange, style: Style): Paragraph[] {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, 120)}`
  const got = reply.body === '' ? 'no body' : clip(reply.body, 120)
  const cut = reply.cut === undefined ? '' : ` (${reply.cut})`
  return [
    { indent: 2, label: style('faint', '→'), text: `${request.method} ${request.path}${sent}` },
    { indent: 2, label: style('faint', '←'), text: `${reply.status} ${got}${cut}` },
  ]
}

/** So many posts are told one by one; a file of --json has the others. */
const fewPosts = 5

/** Posts that could not be removed, each with the command that removes it, and those of which nobody knows whose they are. */
export function leftoversText(leftovers: readonly Leftover[], style: Style): string {
  const left = leftovers.filter(({ reason }) => reason === undefined)
  const doubtful = leftovers.filter(({ reason }) => reason !== undefined)
  const headed = (heading: string, some: readonly Leftover[]) =>
    some.length === 0
      ? []
      : [`${style('warn', heading)}\n${firstLines(some.map(leftoverLine), 'posts', fewPosts).join('\n')}`]
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
