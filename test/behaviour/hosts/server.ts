import { createPostsServer } from '../../../src/server.ts'
import { initialPosts } from '../case.ts'
import type { Host } from './host.ts'
import { sendByNodeHttp } from './node-http.ts'

export const serverHost: Host = {
  name: 'server',
  skips: {},
  async open(profile) {
    const server = await createPostsServer({ port: 0, profile, posts: initialPosts, onWarning() {} })
    return {
      profile,
      base: server.url,
      send: (step) => sendByNodeHttp(server.url, step),
      reset: () => server.reset(),
      close: () => server.close(),
    }
  },
}
