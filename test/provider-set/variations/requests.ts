import { intercepting, outgoing } from '../changes.ts'
import { varying } from '../member.ts'
import type { Call, Change } from '../provider.ts'

/** Sends requests to another path first. */
function redirecting(status: number, to: (path: string) => string | undefined): Change {
  return (_provider, correct) => ({
    answer: async (call) => {
      const location = to(call.path)
      if (location !== undefined) return { status, headers: { location } }
      return correct.answer({ ...call, path: call.path.replace(/^\/live/, '').replace(/\/$/, '') })
    },
  })
}

/** Takes a request for another one. */
function taking(change: (call: Call) => Partial<Call>): Change {
  return (_provider, correct) => ({ route: (call) => correct.route({ ...call, ...change(call) }) })
}

/** Requests that the document does not show, and paths that lead around. */
export const requestVariations = varying({
  transport: {
    // No If-Match is ever up to date. A request without one is done.
    'if-match-honoured': intercepting(({ headers }) => (headers['if-match'] ? { status: 412 } : undefined)),
    'redirect-adds-slash': redirecting(308, (path) => (path.endsWith('/') ? undefined : `${path}/`)),
    'redirect-temporarily': redirecting(307, (path) =>
      path.startsWith('/live') ? undefined : `/live${path}`,
    ),
  },
  'unusual requests': {
    negotiates: intercepting(({ headers: { accept = '*/*' } }) =>
      /application\/(json|\*)|\*\/\*/.test(accept) ? undefined : { status: 406 },
    ),
  },
  'method.other': {
    'method-404': outgoing((reply) => (reply.status === 405 ? { status: 404 } : reply)),
    // It changes a post as PUT does.
    'method-patch': taking(({ method }) => ({ method: method === 'PATCH' ? 'PUT' : method })),
    'path-trailing-slash': taking(({ path }) => ({ path: path.replace(/\/$/, '') })),
  },
})
