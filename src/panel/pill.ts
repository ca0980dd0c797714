import { css, html } from 'lit'
import { markIcon } from './icons.ts'
import { statusOf } from './panel-status.ts'
import { PanelView } from './panel-view.ts'
import { basics } from './style/basics.ts'

/** The closed panel: a button in the bottom right corner. Emits `show` to open the panel. */
export class Pill extends PanelView {
  static override styles = [
    basics,
    css`
      :host { position: fixed; z-index: 2147483000; right: 14px; bottom: 14px; }
      button {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 34px;
        padding: 0 13px 0 10px;
        border-color: var(--ink);
        border-radius: 17px;
        background: var(--ink);
        color: var(--paper);
        font-weight: 600;
        box-shadow: 0 0 0 1px var(--paper), 0 4px 14px #0003;
      }
      button:hover { background: var(--ink); }
    `,
  ]

  override render() {
    const { words, lamp } = statusOf(this.model)
    const count = this.model.state?.posts
    const posts =
      count === undefined ? 'posts' : `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`
    return html`<button
      aria-expanded="false"
      aria-label="Open the posts understudy: ${words}, ${posts}"
      aria-keyshortcuts="Alt+Shift+U"
      title="Open with Alt+Shift+U"
      @click=${() => this.show({ isOpen: true })}
    >${markIcon}<span class="lamp ${lamp}"></span>${lamp === 'amber' || lamp === 'red' ? `${words} · ` : ''}${posts}</button>`
  }

  override focus(): void {
    this.focusOn('button')
  }
}
