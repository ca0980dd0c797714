import { css, html } from 'lit'
import { markIcon } from './icons.ts'
import { type Corner, corners, type KeptView } from './kept-view.ts'
import { makeRoom } from './page-room.ts'
import { statusOf } from './panel-status.ts'
import { PanelView } from './panel-view.ts'
import { basics } from './style/basics.ts'

/** The movement in pixels from which a press is a drag. */
const dragThreshold = 6

/** Events after which a control of the page may be below the pill. */
const layoutEvents = ['resize', 'scrollend', 'click', 'hashchange'] as const

/**
 * The closed panel. Emits `show` to open the panel, or to move to another corner after a drag or an arrow key. Moves to another
 * corner by itself if it covers a control of the page.
 */
export class Pill extends PanelView {
  static override properties = { view: { attribute: false } }
  static override styles = [
    basics,
    css`
      :host { position: fixed; z-index: 2147483000; }
      :host([at^='bottom']) { bottom: 14px; }
      :host([at^='top']) { top: 14px; }
      :host([at$='left']) { left: 14px; }
      :host([at$='right']) { right: 14px; }
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
        touch-action: none;
        box-shadow: 0 0 0 1px var(--paper), 0 4px 14px #0003;
      }
      button:hover { background: var(--ink); }
    `,
  ]
  declare view: KeptView
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDragged = false

  override connectedCallback(): void {
    super.connectedCallback()
    for (const type of layoutEvents) addEventListener(type, this.#soonGiveWay)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const type of layoutEvents) removeEventListener(type, this.#soonGiveWay)
    clearTimeout(this.#timer)
  }

  override render() {
    const { words, lamp } = statusOf(this.model)
    const count = this.model.state?.posts
    const posts =
      count === undefined ? 'posts' : `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`
    return html`<button
      aria-expanded="false"
      aria-label="Open the posts understudy: ${words}, ${posts}"
      aria-keyshortcuts="Alt+Shift+U"
      title="Open with Alt+Shift+U. Drag it, or press an arrow key, to move it"
      @click=${this.#onClick}
      @keydown=${this.#onKey}
      @pointerdown=${this.#onDown}
    >${markIcon}<span class="lamp ${lamp}"></span>${lamp === 'amber' || lamp === 'red' ? `${words} · ` : ''}${posts}</button>`
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (!changed.has('view')) return
    this.setAttribute('at', this.view.corner)
    this.#soonGiveWay()
  }

  override focus(): void {
    this.focusOn('button')
  }

  #soonGiveWay = (): void => {
    clearTimeout(this.#timer)
    // Waits until the page is drawn.
    this.#timer = setTimeout(() => this.#giveWay(), 250)
  }

  #giveWay(): void {
    const { host } = this.getRootNode() as ShadowRoot
    const { corner } = this.view
    const free = freeCorner(this, host, corner)
    this.setAttribute('at', free ?? corner)
    // If every corner has a control, the page gets space to scroll it out from under the pill.
    makeRoom(free ? undefined : 'pill', this.view)
  }

  #onClick = (): void => {
    if (!this.#isDragged) this.show({ isOpen: true })
  }

  #onKey = (event: KeyboardEvent): void => {
    const [block, inline] = this.view.corner.split('-')
    const corners: Readonly<Record<string, string>> = {
      ArrowUp: `top-${inline}`,
      ArrowDown: `bottom-${inline}`,
      ArrowLeft: `${block}-left`,
      ArrowRight: `${block}-right`,
    }
    const corner = corners[event.key]
    if (corner === undefined) return
    event.preventDefault()
    this.show({ corner: corner as Corner })
  }

  #onDown = (down: PointerEvent): void => {
    const button = down.currentTarget as HTMLElement
    this.#isDragged = false
    button.setPointerCapture(down.pointerId)
    button.onpointermove = ({ clientX, clientY }) => {
      const [x, y] = [clientX - down.clientX, clientY - down.clientY]
      this.#isDragged ||= Math.hypot(x, y) > dragThreshold
      if (this.#isDragged) this.style.translate = `${x}px ${y}px`
    }
    button.onpointerup = button.onpointercancel = ({ clientX, clientY }) => {
      button.onpointermove = button.onpointerup = button.onpointercancel = null
      this.style.translate = ''
      if (!this.#isDragged) return
      const block = clientY < innerHeight / 2 ? 'top' : 'bottom'
      this.show({ corner: `${block}-${clientX < innerWidth / 2 ? 'left' : 'right'}` })
    }
  }
}

/** The distance between the pill and the edges, in pixels. */
const distance = 14

const controls =
  'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[contenteditable],[tabindex]:not([tabindex="-1"])'

/** The first corner, starting with the wanted one, where the element covers no control of the page. */
function freeCorner(element: HTMLElement, host: Element, wanted: Corner): Corner | undefined {
  const others = corners.filter((corner) => corner !== wanted)
  return [wanted, ...others].find((corner) => isFree(element, host, corner))
}

function isFree({ offsetWidth, offsetHeight }: HTMLElement, host: Element, corner: Corner): boolean {
  const left = corner.endsWith('left') ? distance : innerWidth - distance - offsetWidth
  const top = corner.startsWith('top') ? distance : innerHeight - distance - offsetHeight
  const shares = [0.02, 0.35, 0.65, 0.98]
  return shares.every((across) =>
    shares.every((down) =>
      document
        .elementsFromPoint(left + across * offsetWidth, top + down * offsetHeight)
        .every((below) => below === host || !below.closest(controls)),
    ),
  )
}
