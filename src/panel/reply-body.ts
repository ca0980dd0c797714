import { html, nothing } from 'lit-html'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'

/** The most characters of a body that are shown; the journal keeps as many. */
const most = 2000

/**
 * A body: posts as rows, other JSON indented, anything else as it is.
 * @param length the characters of the whole body, where `given` is only its beginning.
 */
export function bodyView(given: string | undefined, length = given?.length ?? 0) {
  if (!given) return html`<p class="soft">No body.</p>`
  const text = given.slice(0, most)
  // Of a list that is cut, the posts that are complete.
  const value = read(length > most ? `${text.slice(0, text.lastIndexOf('}') + 1)}]` : text)
  const cut =
    length > most
      ? html`<p class="small">Cut at ${most.toLocaleString('en')} of ${length.toLocaleString('en')} characters.</p>`
      : nothing
  if (!Array.isArray(value) || !value.every(isObject))
    return html`<pre class="data" tabindex="0">${value === undefined ? text : stringifyJson(value, 2)}</pre>${cut}`
  return html`<ol class="list" tabindex="0">${value.map(
    ({ id, title }) => html`<li><span class="data soft">${id}</span> <span dir="auto">${title}</span></li>`,
  )}</ol>${cut}`
}

function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function read(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
