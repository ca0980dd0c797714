import { html } from 'lit-html'
import { stringifyJson } from '../../handlers/model/json.ts'
import { codeView } from './code-view.ts'
import { commandView, neededHeaders } from './command-view.ts'
import type { Panel, ViewName } from './panel.ts'

/** What one can do with the server, each with a command to begin with. */
export function startView(panel: Panel) {
  const { postsUrl, controlUrl } = panel.client
  const { headers, secrets } = neededHeaders(panel, 'posts')
  const needed = { ...headers, ...Object.fromEntries(secrets.map((name) => [name, '…'])) }
  const options = Object.keys(needed).length === 0 ? '' : `, { headers: ${stringifyJson(needed)} }`
  const goTo = (view: ViewName, words: string) =>
    html`<button @click=${() => panel.show(view)}>${words}</button>`
  return html`<div class="stack">
    <div>
      <h2>A posts service to build and test against</h2>
      <p class="soft">It answers as the interface document says and keeps what is written until it ends. Where the document is silent it answers as you choose, and it fails when you ask it to.</p>
    </div>
    <div class="cards wide-ones">
      <section class="card stack">
        <h3>Use it</h3>
        <p class="soft">From a terminal, or from your app: pages of any origin may call it.</p>
        ${commandView(panel, 'posts', { method: 'GET', path: '/posts' })}
        ${codeView(panel, `const reply = await fetch('${postsUrl}/posts'${options})\nconst posts = await reply.json()`)}
        <div class="bar">${goTo('posts', 'See the posts')} <a class="button" href=${`${controlUrl}page/`}>Example front end</a></div>
      </section>
      <section class="card stack">
        <h3>Break it</h3>
        <p class="soft">Slow, flaky, offline, a thousand posts, another status: does your app stand it?</p>
        ${commandView(panel, 'control', { method: 'POST', path: 'scenarios/flaky' })}
        ${commandView(panel, 'control', { method: 'POST', path: 'reset' })}
        <div class="bar">${goTo('faults', 'Choose a fault')} ${goTo('answers', 'Change an answer')} ${goTo('api', 'Control API')}</div>
      </section>
      <section class="card stack">
        <h3>Verify with it</h3>
        <p class="soft">Checks whether a real service matches the document. It creates its own posts and removes them at the end.</p>
        ${codeView(panel, 'npx posts-understudy verify https://staging.example.com/v1')}
        ${codeView(panel, 'npx posts-understudy calibrate https://staging.example.com/v1 --out profile.json')}
        <p class="soft">The second one measures what that service answers, for this mock to answer the same.</p>
      </section>
    </div>
  </div>`
}
