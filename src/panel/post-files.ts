import { html } from 'lit'
import type { PanelModel } from './panel-model.ts'

/** Buttons to export the posts to a file and import them. */
export function postFiles(model: PanelModel) {
  return html`
    <button class="quiet" @click=${() => exportPosts(model)}>Export</button>
    <button class="quiet" @click=${(event: Event) => inputBeside(event)?.click()}>Import</button>
    <input type="file" accept=".json" aria-label="Posts to import" hidden @change=${(event: Event) => importPosts(model, event)} />
  `
}

function inputBeside(event: Event): HTMLElement | null {
  return (event.currentTarget as Element).nextElementSibling as HTMLElement | null
}

async function exportPosts(model: PanelModel): Promise<void> {
  await model.act(async () => {
    const text = await model.control.exportPosts()
    const link = document.createElement('a')
    link.download = 'posts.json'
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.click()
    URL.revokeObjectURL(link.href)
  }, 'Saved as posts.json, which is also a data file for `serve --data`.')
}

async function importPosts(model: PanelModel, event: Event): Promise<void> {
  const input = event.target as HTMLInputElement
  const file = input.files?.[0]
  // So that selecting the same file again is a change.
  input.value = ''
  if (file)
    await model.act(
      async () => model.control.importPosts(asSnapshot(await file.text())).catch(naming(file.name)),
      `The posts are those of ${file.name}.`,
    )
}

/** Also accepts a list of posts, as `GET /posts` returns it. */
function asSnapshot(text: string): string {
  return text.trimStart().startsWith('[') ? `{"posts":${text}}` : text
}

function naming(file: string): (error: Error) => never {
  return (error) => {
    throw new Error(`${file}: ${error.message}`)
  }
}
