import { type KeptView, widthRule } from './kept-view.ts'

let sheet: CSSStyleSheet | undefined

/**
 * Gives what stands in a corner room beside the page, so that it lies over nothing that cannot be scrolled away from below it:
 * the open panel a side, or the top or bottom of a narrow page, the pill a strip at the end. Undefined gives the room back.
 */
export function makeRoom(who: 'panel' | 'pill' | undefined, view: KeptView): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  const [block, inline] = view.corner.split('-')
  const rules = {
    panel: `@media (min-width:720px){html{margin-${inline}:${widthRule(view)}!important}}@media (max-width:719px){html{padding-${block}:max(62dvh,min(100dvh,360px))!important}}`,
    pill: `html{padding-${block}:62px!important}`,
  }
  sheet.replaceSync(who ? rules[who] : '')
}
