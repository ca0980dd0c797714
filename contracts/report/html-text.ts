import { diffWordsWithSpace } from 'diff'
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

/** Texts that differ in more words than this are not compared: it takes time. */
const mostWords = 400

/** Two texts, with the words that differ marked in each; nothing where they have no word in common. */
export function differenceHtml(expected: string, actual: string): readonly [Html, Html] {
  const parts = diffWordsWithSpace(expected, actual, { maxEditLength: mostWords }) ?? []
  if (parts.every(({ added, removed, value }) => added || removed || value.trim() === ''))
    return [html`${expected}`, html`${actual}`]
  const before = parts.filter(({ added }) => !added)
  const after = parts.filter(({ removed }) => !removed)
  return [
    html`${before.map(({ removed, value }) => (removed ? html`<mark class="good">${value}</mark>` : value))}`,
    html`${after.map(({ added, value }) => (added ? html`<mark class="bad">${value}</mark>` : value))}`,
  ]
}
