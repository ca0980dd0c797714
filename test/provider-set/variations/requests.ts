import type { Call, Change, Reply } from '../provider.ts'
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

/** Takes a method that the document does not have. */
function alsoTaking(method: string, reply: (call: Call, get: Reply) => Reply): Change {
  return (_provider, correct) => ({
    answer: async (call) =>
      call.method === method
        ? reply(call, await correct.answer({ ...call, method: 'GET' }))
        : correct.answer(call),
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
    'body-of-get-refused': [
      'A GET or DELETE with a body is 400.',
      (_provider, correct) => ({
        answer: async (call) =>
          /GET|DELETE/.test(call.method) && call.body.length > 0
            ? correct.problem(400, 'No body, please.')
            : correct.answer(call),
      }),
    ],
    'empty-json-refused': [
      'A request that says application/json and has no body is 400, as in Fastify.',
      (_provider, correct) => ({
        answer: async (call) =>
          call.headers['content-type'] !== undefined && call.body.length === 0
            ? correct.problem(400, 'The body is empty.')
            : correct.answer(call),
      }),
    ],
    'query-refused': [
      'A query is 400.',
      (_provider, correct) => ({
        answer: async (call) =>
          call.query.size > 0 ? correct.problem(400, 'No query, please.') : correct.answer(call),
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
  ...varying('unusual requests', {
    'query-refused-elsewhere': [
      'A query is 400 but on the list.',
      (_provider, correct) => ({
        answer: async (call) =>
          call.query.size > 0 && !(call.method === 'GET' && call.path === '/v1/posts')
            ? correct.problem(400, 'No query, please.')
            : correct.answer(call),
      }),
    ],
  }),
  ...varying('unusual requests', {
    'list-query-filters': [
      'Query parameters of the list are fields to filter by, and no post has them.',
      (_provider, correct) => ({
        list: (call) => (call.query.size > 0 ? { status: 200, body: [] } : correct.list(call)),
      }),
    ],
  }),
  ...varying('method.other', {
    'method-404': ['A method that a path does not have is 404.', otherMethods(404)],
    'method-head': ['HEAD is answered like GET.', alsoTaking('HEAD', (_call, get) => get)],
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
    'path-any-case': [
      'The case of a path is ignored.',
      (_provider, correct) => ({
        route: (call) => correct.route({ ...call, path: call.path.toLowerCase() }),
      }),
    ],
  }),
]
