import type { PanelControl } from './control.ts'
import { PanelElement } from './panel-element.ts'
import { PanelModel } from './panel-model.ts'
import { defineElements } from './panel-view.ts'
import { Pill } from './pill.ts'

const name = 'posts-understudy-panel'

/** Options of {@link mountPanel}. */
export interface PanelOptions {
  /** `remoteControl()` for a server, `localControl(mock)` for a mock in the page. */
  readonly control: PanelControl
  /** Whether the page is a window with only the panel. Default false. */
  readonly isWindow?: boolean
}

/** A panel in the page. */
export interface MountedPanel {
  /** `<posts-understudy-panel>`, at the end of the body. */
  readonly element: HTMLElement
  /** Removes the panel and all its listeners. */
  remove(): void
}

/**
 * Adds the panel to the page: a pill in the bottom right corner, which opens it. Replaces an existing panel. The code of the open panel
 * is loaded when it opens.
 *
 * @example
 * mountPanel({ control: remoteControl() })
 */
export function mountPanel({ control, isWindow = false }: PanelOptions): MountedPanel {
  defineElements({ [name]: PanelElement, 'understudy-pill': Pill })
  for (const before of document.querySelectorAll(name)) before.remove()
  const element = document.createElement(name) as PanelElement
  element.isWindow = isWindow
  element.model = new PanelModel(control)
  document.body.append(element)
  return { element, remove: () => element.remove() }
}
