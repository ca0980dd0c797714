import { createPostsServer } from '../../../src/server.ts'
import { plainPage, type SetUpPanel } from './panel-stage.ts'

/** The panel as a server hands it out, which drives the mock behind that server. */
export const panelOnServer: SetUpPanel = async (page, { posts = 5 } = {}) => {
  const server = await createPostsServer({ posts, onWarning: () => {} })
  const address = `${server.origin}/a-page`
  const tag = '<script type="module" src="/_understudy/panel.js?posts=/v1"></script></body>'
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: plainPage.replace('</body>', tag) }),
  )
  await page.goto(address)
  return {
    ask: (method, path, body) =>
      page.evaluate(
        async ([method, path, body]) => {
          const headers = { 'content-type': 'application/json' }
          const sent = body === null ? { method } : { method, headers, body }
          return (await fetch(`/v1${path}`, sent).catch(() => ({ status: 0 }))).status
        },
        [method, path, body === undefined ? null : JSON.stringify(body)] as const,
      ),
    posts: async () => server.posts.exact.list(),
    profile: async () => server.profile,
    [Symbol.asyncDispose]: () => server.close(),
  }
}
