import { diffArrays } from 'diff'
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

/** What is gone and what is new between the lines of two texts. */
function changeView(before: readonly string[], after: readonly string[]) {
  return diffArrays([...before], [...after]).map(({ value, added, removed }) => {
    if (removed) return value.map((line) => html`<del>− ${line}</del>`)
    return value.map((line) => (added ? html`<ins>+ ${line}</ins>` : `${line}\n`))
  })
}

/** A command or a piece of code, with a button that copies it. */
export function codeView(panel: Panel, code: string) {
  // A long address breaks after a slash.
  const parts = code.split(/(?<=\w\/)/).map((part) => html`${part}<wbr />`)
  return html`<div class="code"><pre tabindex="0">${parts}</pre><button aria-label="Copy ${code}" @click=${() => panel.copy(code)}>Copy</button></div>`
}
