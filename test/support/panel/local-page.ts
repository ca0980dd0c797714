import { stringifyJson } from '../../../handlers/model/json.ts'
import { createPostsMock } from '../../../src/index.browser.ts'
import { localControl, mountPanel } from '../../../src/panel.ts'

/*
 * A page with a mock in it, and the panel that drives it. `panel-in-page.ts` builds this and puts it into a page.
 */

const posts = Number(new URLSearchParams(location.search).get('posts'))
const mock = createPostsMock({ baseUrl: '/v1', posts, onWarning: () => {} })

Object.assign(globalThis, {
  ask: async (method: string, path: string, body: string | null) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === null ? { method } : { method, headers, body }
    return (await mock.fetch(`/v1${path}`, sent).catch(() => ({ status: 0 }))).status
  },
  postsNow: () => stringifyJson(mock.posts.exact.list()),
  profileNow: () => mock.profile,
})

mountPanel({ control: localControl(mock) })
