import type { PanelModel } from './panel-model.ts'

/** Puts a text that is still to come on the clipboard, and says so. */
export function copyText(model: PanelModel, text: Promise<string>, done: string): Promise<boolean> {
  return model.act(async () => {
    if (navigator.clipboard) await navigator.clipboard.writeText(await text)
    else copyAnyway(await text)
  }, done)
}

/** Pages that came over plain HTTP from another machine have no clipboard of their own. */
function copyAnyway(text: string): void {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { once: true })
  document.execCommand('copy')
}
