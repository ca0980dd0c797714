export const tabs = ['posts', 'requests', 'scenario', 'profile'] as const

export type Tab = (typeof tabs)[number]

/** The state of the panel in localStorage. */
export interface KeptView {
  readonly isOpen: boolean
  readonly tab: Tab
}

const key = 'posts-understudy/panel'

/** Reads the state; invalid or missing parts get their defaults. */
export function loadView(): KeptView {
  let kept: Partial<Record<keyof KeptView, unknown>> = {}
  try {
    kept = Object(JSON.parse(localStorage[key]))
  } catch {
    // The key may be missing, storage may be forbidden, and the text may be invalid.
  }
  return { isOpen: kept.isOpen === true, tab: tabs.find((tab) => tab === kept.tab) ?? 'posts' }
}

export function keepView(view: KeptView): void {
  try {
    localStorage[key] = JSON.stringify(view)
  } catch {
    // Storage may be forbidden.
  }
}
