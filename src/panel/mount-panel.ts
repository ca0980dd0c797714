import { html, nothing, render } from 'lit-html'
import type { ControlClient } from '../control/control-client.ts'
import { Panel, statusOf } from './panel.ts'
import { buttonStyle, sheetWith } from './style.ts'

/** A panel in the page. */
export interface MountedPanel {
  /** `<posts-understudy-panel>`, at the end of the body. */
  readonly element: HTMLElement
  /** Removes the panel, which then asks no more. */
  remove(): void
}

const tag = 'posts-understudy-panel'

/** The panel's document in a frame: the styles of the app do not reach it. */
const emptyPage =
  '<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>Posts understudy</title></head><body></body></html>'

/** Adds a button to the page that opens the panel in a frame; replaces an existing one. */
export function mountButton(client: ControlClient): MountedPanel {
  const panel = new Panel(client)
  const element = document.createElement(tag)
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetWith(buttonStyle, CSSStyleSheet)]
  let isOpen = false

  const draw = () => {
    const { words, tone } = statusOf(panel)
    const { posts = 0 } = panel.state ?? {}
    const count = `${posts.toLocaleString('en')} ${posts === 1 ? 'post' : 'posts'}`
    render(
      html`<button
          aria-expanded=${isOpen}
          aria-label="${isOpen ? 'Close' : 'Open'} the posts understudy: ${words}, ${count}"
          @click=${toggle}
        ><span class="lamp ${tone}"></span>understudy: ${words}, ${count}</button>
        ${isOpen ? html`<iframe title="Posts understudy" srcdoc=${emptyPage} @load=${fill}></iframe>` : nothing}`,
      root,
    )
  }
  const toggle = () => {
    isOpen = !isOpen
    draw()
    if (!isOpen) root.querySelector('button')?.focus()
  }
  /** Loaded on demand: a page may never open its panel. */
  const fill = async ({ currentTarget }: Event) => {
    const page = (currentTarget as HTMLIFrameElement).contentDocument
    if (!page) return
    const { showPanel } = await import('./panel-view.ts')
    showPanel(panel, page)
    page.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Escape' && !isComposing) toggle()
    })
    page.querySelector<HTMLElement>('[aria-current=page]')?.focus()
  }

  for (const before of document.querySelectorAll(tag)) before.remove()
  panel.addEventListener('change', draw)
  draw()
  document.body.append(element)
  void panel.poll(() => element.isConnected)
  return { element, remove: () => element.remove() }
}
