import { createHash } from 'node:crypto'
import { htmlEscape } from 'escape-goat'
import { controlPath, controlRouteNames } from '../control/control-routes.ts'
import { noFrame, panelScript } from './built-files.ts'

/** The suggestions, each a call of the control API. */
const tries = [
  ['Go offline', 'Every request fails.', 'POST', '/scenarios/offline', undefined],
  [
    'Answer 204 to a create',
    'The document does not say which status a create has. Does your app handle it?',
    'PATCH',
    '/profile',
    '{"create.status":204,"create.body":"none"}',
  ],
  ['1,000 posts', 'Does your list still scroll?', 'POST', '/scenarios/thousand', undefined],
  ['Reset', 'Initial posts and profile, no faults.', 'POST', '/reset', undefined],
] as const

const style = `
:root { color-scheme: light dark; --soft: light-dark(#565d66, #a2aab4); --line: light-dark(#d9dde1, #3a4047); --sunk: light-dark(#f3f5f6, #1d2125); --link: light-dark(#0b57b7, #8cb8ff);
  font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171a); color: light-dark(#15181c, #eceef1); }
body { max-width: 60rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 2.5rem) 6rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.125rem; }
p { margin: .4rem 0; max-width: 44rem; }
a { color: var(--link); }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; padding: .6rem .8rem; flex: 1; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; }
.row { display: flex; gap: .5rem; align-items: stretch; margin: .5rem 0; }
button { padding: .4rem .9rem; font: inherit; color: inherit; background: var(--sunk); border: 1px solid light-dark(#868e97, #6f7882); border-radius: 6px; cursor: pointer; }
button:focus-visible, a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul.tries { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); }
.tries li { display: flex; flex-direction: column; align-items: start; gap: .3rem; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
.soft { color: var(--soft); }
[role=status] { min-height: 1.5em; }
table { border-collapse: collapse; width: 100%; }
td { padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; }
@media (max-width: 40rem) { td, tr { display: block; border: 0; } tr { border-top: 1px solid var(--line); padding: .4rem 0; } td { padding: 0; } td:first-child { white-space: normal; } }
`

/** Without it only the buttons do not work. */
const script = `
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionStorage.getItem('posts-understudy token')
const headers = token === null ? {} : { authorization: 'Bearer ' + token }
const say = (text) => { document.querySelector('[role=status]').textContent = text }
addEventListener('click', async ({ target }) => {
  const { copy, method, path, body } = target.dataset
  try {
    if (copy) { await navigator.clipboard.writeText(copy); say('Copied: ' + copy) }
    if (method) {
      const reply = await fetch(path, { method, headers, body })
      say(reply.ok ? 'Done: ' + target.textContent + '.' : (await reply.json()).detail)
    }
  } catch (error) { say(error.message) }
})
const reply = await fetch('${controlPath}/worlds', { headers })
const { worlds } = reply.ok ? await reply.json() : { worlds: [] }
if (worlds.length > 0) document.querySelector('#worlds').textContent = worlds.map(({ name, posts }) => name + ' (' + posts + (posts === 1 ? ' post)' : ' posts)')).join(', ')
`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'none'; connect-src 'self'; img-src data:; style-src 'self' 'unsafe-inline'; script-src 'self' ${hash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The first page of a server: what this is, what to try, and what can be driven over HTTP.
 *
 * @param origin such as `http://127.0.0.1:4010`.
 * @param basePath the posts, such as `/v1`.
 * @param demoPath the front end to look at.
 */
export function startPage(origin: string, basePath: string, demoPath: string): Response {
  const address = `${htmlEscape(origin + basePath)}/posts`
  const create = `curl -X POST -H 'content-type: application/json' -d '{"title":"Hello","content":"World"}' ${address}`
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>posts-understudy: a mock of the v1 posts API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>posts-understudy</h1>
<p>A mock of the <b>v1 posts API</b> runs here. Point your front end or your tests at it.</p>
<div class="row"><pre tabindex="0">${address}</pre><button data-copy="${address}">Copy address</button></div>
<div class="row"><pre tabindex="0">${htmlEscape(create)}</pre><button data-copy="${htmlEscape(create)}">Copy curl</button></div>
<p><a href="${demoPath}/"><b>Open the example front end</b></a> with the panel. The panel is also in the corner of this page: posts, requests, faults, choices.</p>

<h2>Try</h2>
<ul class="tries">${tries
    .map(
      ([name, about, method, path, body]) =>
        `<li><button data-method="${method}" data-path="${controlPath}${path}"${body === undefined ? '' : ` data-body="${htmlEscape(body)}"`}>${name}</button><span class="soft">${about}</span></li>`,
    )
    .join('')}</ul>
<p role="status"></p>

<h2>Worlds</h2>
<p>Requests with the header <code>X-Understudy-World: NAME</code> use a separate world, with separate posts, faults and journal: concurrent tests can share this server. Now: <span id="worlds">only the base</span>.</p>

<h2>Control API</h2>
<p>All functions of the panel over HTTP; <a href="${controlPath}/">this list as JSON</a>.</p>
<table><tbody>
${controlRouteNames.map(({ method, path, about }) => `<tr><td><code>${method} ${htmlEscape(path)}</code></td><td>${htmlEscape(about)}</td></tr>`).join('\n')}
</tbody></table>
</main>
<script type="module">${script}</script>
${panelScript(basePath || '/')}
</body>
</html>
`
  const headers = {
    ...noFrame,
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  }
  return new Response(body, { headers })
}
