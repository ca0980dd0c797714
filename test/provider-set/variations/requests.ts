import type { Call, Change } from '../provider.ts'
import { varying } from '../variation.ts'

/** Sends requests to another path first. */
function redirecting(status: number, to: (path: string) => string | undefined): Change {
  return (_provider, correct) => ({
    answer: async (call: Call) => {
      const location = to(call.path)
      if (location !== undefined) return { status, headers: { location } }
      return correct.answer({ ...call, path: call.path.replace(/^\/live/, '').replace(/\/$/, '') })
    },
  })
}

/** Answers a method that a path does not have. */
function otherMethods(status: number): Change {
  return (_provider, correct) => ({
    answer: async (call) => {
      const reply = await correct.answer(call)
      return reply.status === 405 ? { status } : reply
    },
  })
}

/** Requests that the document does not show, and paths that lead around. */
export const requestVariations = [
  ...varying('transport', {
    'if-match-honoured': [
      'No If-Match is ever up to date: 412. A request without one is done.',
      (_provider, correct) => ({
        route: (call) => (call.headers['if-match'] === undefined ? correct.route(call) : { status: 412 }),
      }),
    ],
    'redirect-adds-slash': [
      'Paths without a slash at the end are sent to those with one.',
      redirecting(308, (path) => (path.endsWith('/') ? undefined : `${path}/`)),
    ],
    'redirect-temporarily': [
      'Every path is redirected to another one, temporarily.',
      redirecting(307, (path) => (path.startsWith('/live') ? undefined : `/live${path}`)),
    ],
  }),
  ...varying('unusual requests', {
    negotiates: [
      'A client that does not take application/json is answered with 406.',
      (_provider, correct) => ({
        answer: async (call) =>
          /application\/(json|\*)|\*\/\*/.test(call.headers.accept ?? '*/*')
            ? correct.answer(call)
            : correct.problem(406, 'Take JSON.'),
      }),
    ],
  }),
  ...varying('method.other', {
    'method-404': ['A method that a path does not have is 404.', otherMethods(404)],
    'method-patch': [
      'PATCH changes a field.',
      (_provider, correct) => ({
        route: (call) => correct.route(call.method === 'PATCH' ? { ...call, method: 'PUT' } : call),
      }),
    ],
    'path-trailing-slash': [
      'A slash at the end of a path is ignored.',
      (_provider, correct) => ({
        route: (call) => correct.route({ ...call, path: call.path.replace(/\/$/, '') }),
      }),
    ],
  }),
]
