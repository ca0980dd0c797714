export const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

export type Corner = (typeof corners)[number]

export const tabs = ['posts', 'requests', 'scenario', 'profile'] as const

export type Tab = (typeof tabs)[number]

/** The state of the panel in localStorage. */
export interface KeptView {
  readonly isOpen: boolean
  readonly tab: Tab
  readonly corner: Corner
  /** The width of the panel on a wide page, in pixels. */
  readonly width: number
}

/** The limits of the width, in pixels; `page` is the least width that is left for the page. */
export const widths = { least: 320, usual: 420, page: 240 } as const

/** The width as a CSS value, limited by the window. */
export function widthRule({ width }: KeptView): string {
  return `clamp(${widths.least}px,${width}px,100vw - ${widths.page}px)`
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
  return {
    isOpen: kept.isOpen === true,
    tab: tabs.find((tab) => tab === kept.tab) ?? 'posts',
    corner: corners.find((corner) => corner === kept.corner) ?? 'bottom-right',
    width: Number.isInteger(kept.width) ? Number(kept.width) : widths.usual,
  }
}

export function keepView(view: KeptView): void {
  try {
    localStorage[key] = JSON.stringify(view)
  } catch {
    // Storage may be forbidden.
  }
}
