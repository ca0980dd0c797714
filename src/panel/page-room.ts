import type { Corner } from './kept-view.ts'

let sheet: CSSStyleSheet | undefined

/** Gives the open panel room beside the page, so that it lies over nothing; undefined gives it back. */
export function makeRoom(corner: Corner | undefined): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  const [block, inline] = corner?.split('-') ?? []
  sheet.replaceSync(
    corner === undefined
      ? ''
      : `@media (min-width: 720px) { html { margin-${inline}: 420px !important; } } @media (max-width: 719px) { html { padding-${block}: 62dvh !important; } }`,
  )
}
