import { toPostId } from '../../handlers/model/post.ts'
import type { Leftover } from '../custody/clean-up.ts'
import type { Finding } from '../judge/finding.ts'
import type { Exchange } from '../spec/exchange.ts'
import { asList, isObject } from '../spec/post-text.ts'
import { clip, firstLines, type Paragraph, plural } from './layout.ts'
import type { Style } from './style.ts'

/** How much of a body is shown, in characters. */
const shown = 120

export function exchangeLines({ request, reply }: Exchange, style: Style): Paragraph[] {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, shown)}`
  const body = reply.body === '' ? 'no body' : (listText(reply.body) ?? clip(reply.body, shown))
  const cut = reply.cut === undefined ? '' : ` (${reply.cut})`
  const got = reply.status === 0 ? 'no answer' : `${reply.status} ${body}${cut}`
  return [
    { indent: 2, label: style('faint', '→'), text: `${request.method} ${request.path}${sent}` },
    { indent: 2, label: style('faint', '←'), text: got },
  ]
}

/** Why no command repeats the first request of a finding: its body was split. Undefined where it was not. */
export function splitText({ exchanges: [first] }: Pick<Finding, 'exchanges'>): string | undefined {
  const { sending, body = '' } = first?.request ?? {}
  if (sending === undefined) return undefined
  const parts = sending === 'in-chunks' ? 'two chunks' : 'two packets'
  const where = /[^\0-\x7f]/.test(body) ? ', and the first ends inside a character' : ''
  return `The body was sent in ${parts}${where}. curl cannot repeat this; use replay.`
}

/** A long list as the number of its posts and their ids, with ranges; undefined for other bodies. */
function listText(body: string): string | undefined {
  const items = body.length > shown ? asList(body) : undefined
  const ids = items?.map((item) => (isObject(item) ? toPostId(item.id) : undefined))
  if (!ids || ids.length === 0 || ids.includes(undefined)) return undefined
  const ranges: [bigint, bigint][] = []
  for (const id of ids.map((each) => BigInt(each ?? 0)).sort((one, other) => Number(one - other))) {
    const last = ranges.at(-1)
    if (last?.[1] === id - 1n) last[1] = id
    else ranges.push([id, id])
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')
  return `${plural(ids.length, 'post')}, ${clip(`id ${text}`, shown)}`
}

/** How many posts are listed; --json has all. */
export const fewPosts = 5

/**
 * Posts that could not be removed, with the command that removes each if they are few, and posts that may be foreign.
 * @param isDeleteLeftOut whether the run was told not to delete.
 */
export function leftoversText(leftovers: readonly Leftover[], style: Style, isDeleteLeftOut = false): string {
  const unlisted = leftovers.filter(isUnlisted)
  const left = leftovers.filter((each) => each.reason === undefined && !isUnlisted(each))
  const doubtful = leftovers.filter(({ reason }) => reason !== undefined)
  const headed = (heading: string, some: readonly Leftover[]) =>
    some.length === 0
      ? []
      : [`${style('warn', heading)}\n${firstLines(some.map(leftoverLine), 'posts', fewPosts).join('\n')}`]
  const fact = isDeleteLeftOut ? 'stay at the provider (--without delete)' : 'could not be removed'
  const heading = `${plural(left.length, 'post')} of this run ${fact}`
  const first = left.slice(0, fewPosts).map(({ path }) => path)
  return [
    ...(left.length > fewPosts
      ? [`${style('warn', `${heading}:`)}\n  ${first.join(', ')} and ${left.length - fewPosts} more`]
      : headed(`${heading}:`, left)),
    ...headed('These posts may be of this run or of another client, and were not removed:', doubtful),
    ...unlisted.map((each) => style('warn', leftoverLine(each).trim())),
  ].join('\n\n')
}

/** In characters. */
const longestTitle = 300

/** Whether it represents posts that only the list could show. */
export function isUnlisted({ path, reason }: Leftover): boolean {
  return path === undefined && reason === undefined
}

/** A post that may be left, and the next step. */
export function leftoverLine(leftover: Leftover): string {
  const { title, path, curl, reason } = leftover
  if (isUnlisted(leftover))
    return `  More posts of this run may be left, because the list could not be read at the end: their titles begin with ${clip(title.replace(/\*$/, ''), longestTitle)}.`
  const more = curl ?? reason
  return `  ${path ?? 'unknown id'}  ${clip(title, longestTitle)}${more === undefined ? '' : `\n    ${more}`}`
}
