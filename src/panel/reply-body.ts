import { html, nothing } from 'lit-html'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'

/** The most characters and posts of a body that are shown. */
const most = { characters: 2000, posts: 20 }

/**
 * A body: posts as rows, other JSON indented, anything else as it is.
 * @param length the characters of the whole body, where `given` is only its beginning.
 */
export function bodyView(given: string | undefined, length = given?.length ?? 0) {
  if (given === undefined || given === '') return html`<p class="soft">No body.</p>`
  // The journal ends it with "…".
  const text = given.length < length ? given.slice(0, -1) : given
  const posts = postsIn(text)
  if (posts) {
    const shown = posts.slice(0, most.posts)
    return html`<ol class="list" tabindex="0">${shown.map(({ id, title }) => html`<li><span class="data soft">${id}</span> <span dir="auto">${title}</span></li>`)}</ol>
      ${cutAt(shown.length, posts.length, 'posts')} ${cutAt(text.length, length, 'characters')}`
  }
  const pretty = indented(text)
  return html`<pre class="data" tabindex="0">${pretty.slice(0, most.characters)}</pre>
    ${cutAt(most.characters, Math.max(length, pretty.length), 'characters')}`
}

function cutAt(shown: number, all: number, what: string) {
  if (shown >= all) return nothing
  return html`<p class="small">Cut at ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}.</p>`
}

/** The posts of a list, also of one that is cut off: then those that are complete. */
function postsIn(text: string): { id?: JsonValue; title?: JsonValue }[] | undefined {
  if (!text.startsWith('[')) return undefined
  for (let end = text.length; end > 0; end = text.lastIndexOf('}', end - 2) + 1) {
    const value = read(end === text.length ? text : `${text.slice(0, end)}]`)
    if (Array.isArray(value) && value.every(isObject)) return value
  }
  return undefined
}

function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function indented(text: string): string {
  const value = read(text)
  return value === undefined ? text : (stringifyJson(value, 2) ?? text)
}

function read(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
