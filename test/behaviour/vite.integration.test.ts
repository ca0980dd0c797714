import { postsUnderstudy } from '../../src/vite.ts'
import { startVite } from '../support/vite-project.ts'
import { initialPosts } from './case.ts'
import type { Host } from './hosts/host.ts'
import { sendByNodeHttp } from './hosts/node-http.ts'
import { describeBehaviour } from './suite.ts'

const viteMiddlewareHost: Host = {
  name: 'vite middleware',
  skips: {},
  async open(profile) {
    const plugin = postsUnderstudy({ mode: 'middleware', profile, posts: initialPosts, onWarning() {} })
    const vite = await startVite({ plugins: [plugin] })
    const base = `${vite.origin}/v1`
    return {
      profile,
      base,
      send: (step) => sendByNodeHttp(base, step),
      async reset() {
        await fetch(`${vite.origin}/_understudy/reset`, { method: 'POST' })
      },
      async close() {
        await vite[Symbol.asyncDispose]()
      },
    }
  },
}

describeBehaviour(viteMiddlewareHost)
