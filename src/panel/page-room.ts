import { type KeptView, widthRule } from './kept-view.ts'

let sheet: CSSStyleSheet | undefined

/**
 * Reserves space beside the page, so that all content of the page can be scrolled out from under the panel: for the open panel
 * a side, or the top or bottom of a narrow page; for the pill a strip at the end. Undefined frees the space.
 */
export function makeRoom(part: 'panel' | 'pill' | undefined, view: KeptView): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  const [block, inline] = view.corner.split('-')
  const rules = {
    panel: `@media (min-width:720px){html{margin-${inline}:${widthRule(view)}!important}}@media (max-width:719px){html{padding-${block}:max(62dvh,min(100dvh,360px))!important}}`,
    pill: `html{padding-${block}:62px!important}`,
  }
  sheet.replaceSync(part ? rules[part] : '')
}
