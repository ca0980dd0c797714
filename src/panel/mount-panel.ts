import type { PanelControl } from './control.ts'
import { FailNext } from './fail-next.ts'
import { PanelElement } from './panel-element.ts'
import { PanelModel } from './panel-model.ts'
import { Pill } from './pill.ts'
import { PostForm } from './post-form.ts'
import { PostsTab } from './posts-tab.ts'
import { ProfileTab } from './profile-tab.ts'
import { RequestDetails } from './request-details.ts'
import { RequestsTab } from './requests-tab.ts'
import { Rows } from './rows.ts'
import { ScenarioTab } from './scenario-tab.ts'

const name = 'posts-understudy-panel'

const elements = {
  [name]: PanelElement,
  'understudy-pill': Pill,
  'understudy-rows': Rows,
  'understudy-posts': PostsTab,
  'understudy-post-form': PostForm,
  'understudy-requests': RequestsTab,
  'understudy-request': RequestDetails,
  'understudy-scenario': ScenarioTab,
  'understudy-fail-next': FailNext,
  'understudy-profile': ProfileTab,
}

/** What {@link mountPanel} takes. */
export interface PanelOptions {
  /** What the panel drives: `remoteControl()` a server, `localControl(mock)` a mock in the page. */
  readonly control: PanelControl
}

/** A panel in the page. */
export interface MountedPanel {
  /** `<posts-understudy-panel>`, at the end of the body. */
  readonly element: HTMLElement
  /** Takes it away, and ends all that it listened to. */
  remove(): void
}

/**
 * Puts the panel into the page: a pill in a corner, which opens it. One that is there already is taken away.
 *
 * @example
 * mountPanel({ control: remoteControl() })
 */
export function mountPanel({ control }: PanelOptions): MountedPanel {
  for (const [tag, element] of Object.entries(elements)) {
    // A page may hold two copies of this package.
    if (!customElements.get(tag)) customElements.define(tag, element)
  }
  for (const before of document.querySelectorAll(name)) before.remove()
  const element = document.createElement(name) as PanelElement
  element.model = new PanelModel(control)
  document.body.append(element)
  return { element, remove: () => element.remove() }
}
