import type { PanelControl } from './control.ts'
import { defineElements } from './define-elements.ts'
import { PanelElement } from './panel-element.ts'
import { PanelModel } from './panel-model.ts'
import { Pill } from './pill.ts'

const name = 'posts-understudy-panel'

/** What `mountPanel` takes. */
export interface PanelOptions {
  /** What the panel drives: `remoteControl()` a server, `localControl(mock)` a mock in the page. */
  readonly control: PanelControl
  /** Whether the page is a window for the panel alone. Default false. */
  readonly isWindow?: boolean
}

/** A panel in the page. */
export interface MountedPanel {
  /** `<posts-understudy-panel>`, at the end of the body. */
  readonly element: HTMLElement
  /** Takes it away, and ends all that it listened to. */
  remove(): void
}

/**
 * Puts the panel into the page: a pill in a corner, which opens it. One that is there already is taken away. What the open
 * panel is made of is loaded when it is opened.
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
