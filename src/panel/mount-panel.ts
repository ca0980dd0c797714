import { html, render } from 'lit-html'
import { Panel, statusOf } from './panel.ts'
import type { PanelSource } from './source.ts'
import { buttonStyle, sheetWith } from './style.ts'

/** A panel in the page. */
export interface MountedPanel {
  /** `<posts-understudy-panel>`, at the end of the body. */
  readonly element: HTMLElement
  /** Removes the panel and all its listeners. */
  remove(): void
}

const tag = 'posts-understudy-panel'
const openKey = 'posts-understudy panel is open'

/** The panel's document in a frame: the styles of the app do not reach it. */
const emptyPage =
  '<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>Posts understudy</title></head><body></body></html>'

/** Adds a button to the page that opens the panel in a frame; replaces an existing one. */
export function mountButton(source: PanelSource): MountedPanel {
  const panel = new Panel(source)
  const element = document.createElement(tag)
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetWith(buttonStyle, CSSStyleSheet)]
  let isOpen = wasOpen()
  let stopShowing = () => {}

  const draw = () => {
    const { words, lamp } = statusOf(panel)
    const { posts = 0 } = panel.state ?? {}
    const count = `${posts.toLocaleString('en')} ${posts === 1 ? 'post' : 'posts'}`
    const frame = html`<iframe title="Posts understudy" srcdoc=${emptyPage} @load=${fill}></iframe>`
    render(
      html`<button
          aria-expanded=${isOpen}
          aria-label="${isOpen ? 'Close' : 'Open'} the posts understudy: ${words}, ${count}"
          aria-keyshortcuts="Alt+Shift+U"
          title="Alt+Shift+U"
          @click=${toggle}
        ><span class="lamp ${lamp}"></span>${lamp === 'green' ? '' : `${words} · `}${count}</button>${isOpen ? frame : ''}`,
      root,
    )
  }
  const toggle = () => {
    isOpen = !isOpen
    stopShowing()
    keepOpen(isOpen)
    draw()
    if (!isOpen) root.querySelector('button')?.focus()
  }
  /** Loaded on demand: a page may never open its panel. */
  const fill = async ({ currentTarget }: Event) => {
    const page = (currentTarget as HTMLIFrameElement).contentDocument
    if (!page) return
    const { showPanel } = await import('./panel-view.ts')
    stopShowing = showPanel(panel, page)
    page.addEventListener('keydown', onShortcut)
    page.addEventListener('keydown', ({ key, target, isComposing }) => {
      // In a search field with text Escape belongs to the browser.
      const { type, value } = target as HTMLInputElement
      if (key === 'Escape' && !isComposing && !(type === 'search' && value)) toggle()
    })
    page.querySelector<HTMLElement>('[aria-current=page]')?.focus()
  }
  /** Compares `code`, not `key`: with Alt a keyboard may produce another character. */
  const onShortcut = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyU') return
    event.preventDefault()
    toggle()
  }
  const remove = () => {
    panel.stop()
    removeEventListener('keydown', onShortcut)
    element.remove()
  }

  // Also those of another copy of this package.
  for (const before of document.querySelectorAll(tag)) before.dispatchEvent(new Event('remove'))
  element.addEventListener('remove', remove)
  addEventListener('keydown', onShortcut)
  panel.listen(draw)
  draw()
  document.body.append(element)
  void panel.start()
  return { element, remove }
}

/** Whether the panel was open before the page was loaded again. */
function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(openKey) !== null
  } catch {
    return false
  }
}

function keepOpen(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(openKey, '')
    else sessionStorage.removeItem(openKey)
  } catch {
    // Storage may be forbidden.
  }
}
