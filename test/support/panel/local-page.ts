import { stringifyJson } from '../../../handlers/model/json.ts'
import { createPostsMock } from '../../../src/index.browser.ts'
import { mountPanel } from '../../../src/panel.ts'

/* A page with a mock in it, and the panel of that mock. `panel-hosts.ts` builds it. */

const posts = Number(new URLSearchParams(location.search).get('posts'))
const mock = createPostsMock({ baseUrl: '/v1', posts, onWarning: () => {} })

Object.assign(globalThis, {
  ask: async (path: string, init: RequestInit) => (await mock.fetch(`/v1${path}`, init)).status,
  postsNow: () => stringifyJson(mock.posts.exact.list()),
})

mountPanel(mock)
