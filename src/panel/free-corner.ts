import { type Corner, corners } from './kept-view.ts'

/** How far the pill stands from the edges, in pixels: as `style/frame.ts` has it. */
const distance = 14

const controls =
  'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[contenteditable],[tabindex]:not([tabindex="-1"])'

/** The corner nearest to the wanted one where an element would cover no control of the page; undefined where there is none. */
export function freeCorner(element: HTMLElement, host: Element, wanted: Corner): Corner | undefined {
  const others = corners.filter((corner) => corner !== wanted)
  return [wanted, ...others].find((corner) => isFree(element, host, corner))
}

function isFree({ offsetWidth, offsetHeight }: HTMLElement, host: Element, corner: Corner): boolean {
  const left = corner.endsWith('left') ? distance : innerWidth - distance - offsetWidth
  const top = corner.startsWith('top') ? distance : innerHeight - distance - offsetHeight
  const shares = [0.02, 0.35, 0.65, 0.98]
  return shares.every((across) =>
    shares.every((down) =>
      document
        .elementsFromPoint(left + across * offsetWidth, top + down * offsetHeight)
        .every((below) => below === host || !below.closest(controls)),
    ),
  )
}
