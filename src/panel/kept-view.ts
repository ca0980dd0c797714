export const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

export type Corner = (typeof corners)[number]

export const tabs = ['posts', 'requests', 'scenario', 'profile'] as const

export type Tab = (typeof tabs)[number]

/** What the panel remembers from visit to visit. */
export interface KeptView {
  readonly isOpen: boolean
  readonly tab: Tab
  readonly corner: Corner
  /** How wide the panel is beside a wide page, in pixels. */
  readonly width: number
}

/** The bounds of that width; the page keeps the rest. */
export const widths = { least: 320, usual: 420, page: 240 } as const

/** That width as CSS has it: where the window has become small, less. */
export function widthRule({ width }: KeptView): string {
  return `clamp(${widths.least}px,${width}px,100vw - ${widths.page}px)`
}

const key = 'posts-understudy/panel'

/** Reads what was kept; what makes no sense, or cannot be read, is as at the first visit. */
export function loadView(): KeptView {
  let kept: Partial<Record<keyof KeptView, unknown>> = {}
  try {
    kept = Object(JSON.parse(localStorage[key]))
  } catch {
    // Nothing may be kept, storage may be forbidden, and its text may be anybody's.
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
    // Then the next visit begins like the first.
  }
}
