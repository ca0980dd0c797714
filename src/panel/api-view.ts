import { html, nothing } from 'lit-html'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { Call } from '../control/routes.ts'
import { commandView } from './command-view.ts'
import type { Panel } from './panel.ts'

/** The answer of `GET /worlds`. */
type Worlds = { readonly worlds: readonly { readonly name: string; readonly posts: number }[] }

/** The initial values of the parameters of a path. */
const examples: Readonly<Record<string, string>> = { scenario: 'slow', number: '1', name: 'mine', id: '1' }

/** The calls of the control API, each to be tried; the worlds and the scenarios that they name. */
export function apiView(panel: Panel) {
  const { reference } = panel
  const known = panel.latest<Worlds>('worlds', panel.state?.revision)
  if (!reference) return nothing
  return html`<div class="stack">
    <p class="small">Under <code>${panel.client.controlUrl}</code>. The header <code>X-Understudy-World: NAME</code>, or <code>?world=NAME</code>, names a world: posts, faults and answers of its own, such as those of one test.</p>
    <section class="card"><ul>${reference.calls.map((call) => html`<li>${callView(panel, call)}</li>`)}</ul></section>
    <div class="cards wide-ones">
      <section class="card"><h2>Scenarios</h2><ul>${reference.scenarios.map(({ id, about }) => html`<li><code>${id}</code> <span class="small">${about}</span></li>`)}</ul></section>
      <section class="card"><h2>Worlds</h2>
        <ul>${known?.worlds.map(({ name, posts }) => html`<li><a href="?world=${encodeURIComponent(name)}">${name}</a> <span class="small">${posts} posts</span></li>`)}</ul>
        <p class="small">A world is made by the first request that names it.</p></section>
    </div>
  </div>`
}

function callView(panel: Panel, { method, path, about, body }: Call) {
  const key = `${method} ${path}`
  const filled = path.slice(1).replace(/:(\w+)/g, (_, name: string) => examples[name] ?? name)
  const tried = panel.tried.get(key)
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const request = { method, path: filled, headers, ...(body !== undefined && { body }) }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    if (method !== 'GET' && !confirm(`${key}: change the mock?`)) return
    void panel.act(async () => {
      const sent = body === undefined ? undefined : parseJson(`${given.get('body')}`)
      const answer = await panel.call<unknown>(method, `${given.get('path')}`, sent)
      panel.tried.set(key, stringifyJson(answer, 2) ?? 'Done: 204 No Content.')
    })
  }
  return html`<details>
    <summary class="call"><span class="method">${method}</span> <code>${path}</code> <span class="small">${about}</span></summary>
    <form class="stack" @submit=${send}>
      ${commandView(panel, 'control', request)}
      <label>Path <input name="path" autocomplete="off" .defaultValue=${filled} /></label>
      ${body === undefined ? nothing : html`<label>Body <textarea name="body" rows="4" .defaultValue=${body}></textarea></label>`}
      <div><button class="primary">Try it</button></div>
      ${tried === undefined ? nothing : html`<pre tabindex="0" aria-live="polite">${tried}</pre>`}
    </form>
  </details>`
}
