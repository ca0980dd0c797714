import { html, nothing } from 'lit-html'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Panel } from './panel.ts'

/** The most characters of a body that are shown; the journal keeps as many. */
const mostCharacters = 2000

/**
 * A body: JSON indented, anything else as it is; and with another one before it, what is gone and what is new.
 * @param length the characters of the whole body, where `given` is only its beginning.
 */
export function bodyView(given: string | undefined, length = given?.length ?? 0, before?: string) {
  if (!given && !before) return html`<p class="soft">No body.</p>`
  const lines = linesOf(given)
  const shown = before === undefined ? html`${lines.join('\n')}` : changeView(linesOf(before), lines)
  const cut =
    length > mostCharacters
      ? html`<p class="small">Cut at ${mostCharacters.toLocaleString('en')} of ${length.toLocaleString('en')} characters.</p>`
      : nothing
  return html`<pre tabindex="0">${shown}</pre>${cut}`
}

function linesOf(given = ''): string[] {
  const text = given.slice(0, mostCharacters)
  try {
    // Of a list that is cut, the posts that are complete.
    const whole = given.length > mostCharacters ? `${text.slice(0, text.lastIndexOf('}') + 1)}]` : text
    return text === '' ? [] : stringifyJson(parseJson(whole), 2).split('\n')
  } catch {
    return text.split('\n')
  }
}

/** What is gone and what is new between two texts, within the lines that they begin and end with. */
function changeView(before: readonly string[], after: readonly string[]) {
  const most = Math.min(before.length, after.length)
  let first = 0
  while (first < most && before[first] === after[first]) first++
  let last = 0
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++
  const same = (lines: readonly string[]) => lines.map((line) => `${line}\n`)
  const gone = before.slice(first, before.length - last).map((line) => html`<del>− ${line}</del>`)
  const added = after.slice(first, after.length - last).map((line) => html`<ins>+ ${line}</ins>`)
  return html`${same(before.slice(0, first))}${gone}${added}${same(before.slice(before.length - last))}`
}

/** A command or a piece of code, with a button that copies it. */
export function codeView(panel: Panel, code: string) {
  // A long address breaks after a slash.
  const parts = code.split(/(?<=\w\/)/).map((part) => html`${part}<wbr />`)
  return html`<div class="code"><pre tabindex="0">${parts}</pre><button aria-label="Copy ${code}" @click=${() => panel.copy(code)}>Copy</button></div>`
}
