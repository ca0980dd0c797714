import { html } from 'hono/html'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Labelled, Text } from './block.ts'

/** Markup in which every text is escaped. */
export type Html = ReturnType<typeof html>

/** A text, parts of which stand out. */
export function textHtml(text: Text): Html {
  return html`${[text].flat().map((part) => {
    if (typeof part === 'string') return part
    return part.tone === 'strong'
      ? html`<strong>${part.text}</strong>`
      : html`<span class="${part.tone}">${part.text}</span>`
  })}`
}

export function labelledHtml({ label, text }: Labelled): Html {
  if (!label) return textHtml(text)
  const name = label.tone === 'faint' || label.tone === 'strong' ? '' : label.tone
  return html`<span class="badge ${name}">${label.text.trim()}</span> ${textHtml(text)}`
}

/** A JSON text longer than this is on several lines. */
const shortJson = 60

/** JSON with a line for each member or item; any other text as it is. @param short what stays on one line, in characters. */
export function onLines(text: string, short = shortJson): string {
  if (text.length <= short || !/^[[{]/.test(text)) return text
  try {
    const value = parseJson(text)
    if (Array.isArray(value)) return `[\n${value.map((item) => `  ${stringifyJson(item)}`).join(',\n')}\n]`
    return stringifyJson(value, 2)
  } catch {
    // It was cut.
    return text
  }
}

/** Two texts, with what differs marked in each; if they have as many lines, line by line. */
export function differenceHtml(expected: string, actual: string): readonly [Html, Html] {
  const before = expected.split('\n')
  const after = actual.split('\n')
  if (before.length !== after.length) return [html`${expected}`, html`${actual}`]
  const pairs = before.map((line, at) => lineDifference(line, after[at] ?? ''))
  return [html`${pairs.map(([line]) => html`${line}\n`)}`, html`${pairs.map(([, line]) => html`${line}\n`)}`]
}

/** Two lines, with what is between their common beginning and end marked in each; nothing where they have none. */
function lineDifference(one: string, other: string): readonly [Html, Html] {
  const most = Math.min(one.length, other.length)
  let first = 0
  while (first < most && one[first] === other[first]) first++
  let last = 0
  while (last < most - first && one.at(-1 - last) === other.at(-1 - last)) last++
  const marked = (text: string, tone: 'good' | 'bad') => {
    const end = text.length - last
    if (first + last === 0 || first === end) return html`${text}`
    return html`${text.slice(0, first)}<mark class="${tone}">${text.slice(first, end)}</mark>${text.slice(end)}`
  }
  return [marked(one, 'good'), marked(other, 'bad')]
}
