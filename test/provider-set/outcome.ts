import type { Fields } from './provider.ts'
import type { Sent } from './steps.ts'

/** What a post should show: a text where one was sent, anything but `never` where none was. */
export interface Expected {
  readonly title?: string
  readonly content?: string
  readonly never?: { readonly title?: string; readonly content?: string }
}

/** What may be true of a post after what was asked: one of several texts after concurrent writes, or that it is gone. */
export type Outcome = Expected | 'gone'

/** What a post should show after a write, given what it showed before. */
export function expect({ fields, raw, type }: Sent, was?: Expected | 'gone'): Expected {
  const never = was === undefined || was === 'gone' ? {} : was
  const isJson = type === undefined || type === 'application/json; charset=utf-8'
  const sent = raw === undefined && isJson ? fields : {}
  return { ...text('title', sent.title), ...text('content', sent.content), never }
}

function text(field: 'title' | 'content', sent: unknown): Expected {
  return typeof sent === 'string' ? { [field]: sent } : {}
}

/** Asks whether two writes ask for the same. */
export function same(one: Expected | 'gone' | undefined, other: Expected | 'gone'): boolean {
  if (one === undefined || one === 'gone' || other === 'gone') return one === other
  return one.title === other.title && one.content === other.content && one.title !== undefined
}

/** Asks whether a service has no reason to refuse this input: two texts of plain words, and nothing else. */
export function isPlain({ fields, idOf, raw, type }: Sent): boolean {
  const values = Object.entries(fields)
  const texts = values.every(
    ([name, value]) =>
      /^(title|content)$/.test(name) && typeof value === 'string' && /^\w(?:[\w ]*[\w.])?$/.test(value),
  )
  return texts && values.length === 2 && (idOf ?? raw ?? type) === undefined
}

/** A Post as the document has it; other fields may stand beside the three. */
export interface Shown {
  readonly id: bigint
  readonly title: string
  readonly content: string
}

/** Asks whether a value is a Post. */
export function isPost(shown: unknown): shown is Shown {
  if (typeof shown !== 'object' || shown === null) return false
  const { id, title, content } = shown as Fields
  return (
    typeof id === 'bigint' &&
    BigInt.asIntN(64, id) === id &&
    typeof title === 'string' &&
    typeof content === 'string'
  )
}

/** Asks whether what is shown of a post is what is expected. */
export function fits(expected: Expected, id: bigint, shown: unknown): boolean {
  const whole = expected.title !== undefined && expected.content !== undefined
  if (typeof shown !== 'object' || shown === null || (whole && !isPost(shown))) return false
  const post = shown as Fields
  const fitting = (field: 'title' | 'content'): boolean => {
    const sent = expected[field]
    if (sent !== undefined) return isKept(sent, post[field])
    return expected.never?.[field] === undefined || expected.never[field] !== post[field]
  }
  return post.id === id && fitting('title') && fitting('content')
}

/** Asks whether a text is what was sent, or what one of the named answers of `text.kept` makes of it. */
function isKept(sent: string, shown: unknown): boolean {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  const named = [
    sent,
    sent.trim(),
    sent.normalize('NFC'),
    sent.replaceAll('\r\n', '\n'),
    sent.replaceAll(/\r\n?/g, '\n'),
    sent.replaceAll('\0', ''),
  ]
  return [...named, sent.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)].some(
    (text) => text === shown,
  )
}
