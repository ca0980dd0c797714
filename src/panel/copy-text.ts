import type { PanelModel } from './panel-model.ts'

/** Puts a text that is still to come on the clipboard, and says so. */
export function copyText(model: PanelModel, text: Promise<string>, done: string): Promise<boolean> {
  return model.act(async () => {
    const { clipboard } = navigator
    if (!clipboard) return copyAnyway(await text)
    // Safari lets a page write at a click only, not when the text is there at last: so it gets the promise.
    const type = 'text/plain'
    const blob = text.then((given) => new Blob([given], { type }))
    await Promise.all([text, clipboard.write([new ClipboardItem({ [type]: blob })])])
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
