import { type Case, plainBody, step } from '../case.ts'

const origin = 'https://page.example'

function preflight(method: string, path: string, headers?: string) {
  return step('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    ...(headers ? { 'access-control-request-headers': headers } : {}),
  })
}

/** Methods that a path does not have, HTTP's own methods, pages of other origins, and bodies nobody expects. */
export const methodCases: readonly Case[] = [
  {
    fact: 'answers methods that the collection does not have',
    steps: ['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'PURGE'].map((method) =>
      step(method, '/posts', method === 'PUT' || method === 'PATCH' ? plainBody : undefined),
    ),
    statuses: [405, 405, 405, 405, 405],
    needs: ['any-method'],
  },
  {
    fact: 'answers methods that a post does not have',
    steps: ['POST', 'PATCH', 'PROPFIND', 'PURGE'].map((method) =>
      step(method, '/posts/<first>', method.startsWith('P') && method.length < 6 ? plainBody : undefined),
    ),
    statuses: [405, 405, 405, 405],
    needs: ['any-method'],
  },
  {
    fact: 'answers methods that a bad id does not have',
    steps: [step('PATCH', '/posts/abc', '{}'), step('POST', '/posts/abc', '{}')],
    statuses: [405, 405],
  },
  {
    fact: 'answers HEAD as it answers GET, or as another method',
    steps: [
      step('HEAD', '/posts'),
      step('HEAD', '/posts/<first>'),
      step('HEAD', '/posts/<missing>'),
      step('HEAD', '/posts/abc'),
    ],
    statuses: [200, 200, 404, 404],
  },
  {
    fact: 'tells of HEAD the length in bytes and not in characters',
    steps: [
      step('PUT', '/posts/<first>', '{"title":"Zwölf Boxkämpfer 😀","content":"€"}'),
      step('HEAD', '/posts/<first>'),
      step('HEAD', '/posts'),
    ],
    statuses: [200, 200, 200],
  },
  {
    fact: 'answers OPTIONS that is not a preflight',
    steps: [
      step('OPTIONS', '/posts'),
      step('OPTIONS', '/posts/<first>'),
      step('OPTIONS', '/posts/abc'),
      step('OPTIONS', '/nothing'),
    ],
    statuses: [204, 204, 204, 404],
  },
  {
    fact: 'lets a page of another origin read, or not',
    steps: ['/posts', '/posts/<first>', '/posts/<missing>', '/posts/abc', '/nothing'].map((path) =>
      step('GET', path, undefined, { origin }),
    ),
    statuses: [200, 200, 404, 404, 404],
    needs: ['origin-header'],
  },
  {
    fact: 'lets a page of another origin write, or not',
    steps: [
      step('POST', '/posts', plainBody, { origin }),
      step('POST', '/posts', '{', { origin }),
      step('PUT', '/posts/<first>', plainBody, { origin }),
      step('DELETE', '/posts/<first>', undefined, { origin }),
      step('PATCH', '/posts/<second>', plainBody, { origin }),
      step('HEAD', '/posts', undefined, { origin }),
      step('OPTIONS', '/posts', undefined, { origin }),
      step('GET', '/posts', undefined, { origin: 'null' }),
    ],
    statuses: [201, 400, 200, 204, 405, 200, 204, 200],
    needs: ['origin-header'],
  },
  {
    fact: 'answers preflights, or not',
    steps: [
      preflight('POST', '/posts', 'content-type'),
      preflight('PUT', '/posts/<first>', 'Content-Type, X-Request-Id'),
      preflight('DELETE', '/posts/<first>'),
      preflight('PATCH', '/posts/<first>', 'content-type'),
      preflight('DELETE', '/posts/abc'),
      preflight('POST', '/nothing', 'content-type'),
    ],
    statuses: [204, 204, 204, 204, 204, 204],
    needs: ['origin-header'],
  },
  {
    fact: 'answers a GET that has a body',
    steps: [
      step('GET', '/posts', plainBody),
      step('GET', '/posts/<first>', 'text', { 'content-type': 'text/plain' }),
      step('GET', '/posts/<missing>', plainBody),
      step('GET', '/posts/abc', plainBody),
      step('HEAD', '/posts', plainBody),
    ],
    statuses: [200, 200, 404, 404, 200],
    needs: ['body-on-get'],
  },
  {
    fact: 'answers a DELETE that has a body',
    steps: [
      step('DELETE', '/posts/<first>', plainBody),
      step('DELETE', '/posts/<second>', '{', { 'content-type': 'text/plain' }),
      step('DELETE', '/posts/<missing>', plainBody),
      step('DELETE', '/posts/abc', plainBody),
    ],
    statuses: [204, 204, 404, 404],
  },
  {
    fact: 'answers whoever takes no JSON',
    steps: [
      step('GET', '/posts', undefined, { accept: 'text/html' }),
      step('POST', '/posts', plainBody, { accept: 'application/json;q=0' }),
    ],
    statuses: [200, 201],
  },
  {
    fact: 'takes an empty body for none',
    steps: [
      step('DELETE', '/posts/<first>', ''),
      step('POST', '/posts', ''),
      step('PUT', '/posts/<second>', ''),
    ],
    statuses: [204, 400, 400],
  },
  {
    fact: 'answers a write without a body',
    steps: [step('POST', '/posts'), step('PUT', '/posts/<first>'), step('PUT', '/posts/<missing>')],
    statuses: [400, 400, 400],
  },
]
