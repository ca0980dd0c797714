import type { PanelModel } from './panel-model.ts'

/** Copies a text to the clipboard, and shows the message `done`. */
export function copyText(model: PanelModel, text: Promise<string>, done: string): Promise<boolean> {
  return model.act(async () => {
    const { clipboard } = navigator
    if (!clipboard) return copyAnyway(await text)
    // Safari permits a write only during a click, so it gets a promise of the text.
    const type = 'text/plain'
    const blob = text.then((given) => new Blob([given], { type }))
    await Promise.all([text, clipboard.write([new ClipboardItem({ [type]: blob })])])
  }, done)
}

/** For pages over plain HTTP from another machine, which have no `navigator.clipboard`. */
function copyAnyway(text: string): void {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { once: true })
  document.execCommand('copy')
}
