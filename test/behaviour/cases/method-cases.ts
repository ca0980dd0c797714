import { type Case, casesOf, expecting, plainBody } from '../case.ts'

const origin = 'https://page.example'

function preflight(method: string, path: string, headers?: string) {
  return expecting(204, 'OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    ...(headers ? { 'access-control-request-headers': headers } : {}),
  })
}

/** Methods that a path does not have, HTTP's own methods, pages of other origins, and bodies nobody expects. */
export const methodCases: readonly Case[] = [
  ...casesOf(
    {
      'answers methods that the collection does not have': [
        expecting(405, 'PUT', '/posts', plainBody),
        expecting(405, 'DELETE', '/posts'),
        expecting(405, 'PATCH', '/posts', plainBody),
        expecting(405, 'PROPFIND', '/posts'),
        expecting(405, 'PURGE', '/posts'),
      ],
      'answers methods that a post does not have': [
        expecting(405, 'POST', '/posts/<first>', plainBody),
        expecting(405, 'PATCH', '/posts/<first>', plainBody),
        expecting(405, 'PROPFIND', '/posts/<first>'),
        expecting(405, 'PURGE', '/posts/<first>', plainBody),
      ],
    },
    { needs: ['any-method'] },
  ),
  ...casesOf({
    'answers methods that a bad id does not have': [
      expecting(405, 'PATCH', '/posts/abc', '{}'),
      expecting(405, 'POST', '/posts/abc', '{}'),
    ],
    'answers HEAD as it answers GET, or as another method': [
      expecting(200, 'HEAD', '/posts'),
      expecting(200, 'HEAD', '/posts/<first>'),
      expecting(404, 'HEAD', '/posts/<missing>'),
      expecting(404, 'HEAD', '/posts/abc'),
    ],
    'tells of HEAD the length in bytes and not in characters': [
      expecting(200, 'PUT', '/posts/<first>', '{"title":"Zwölf Boxkämpfer 😀","content":"€"}'),
      expecting(200, 'HEAD', '/posts/<first>'),
      expecting(200, 'HEAD', '/posts'),
    ],
    'answers OPTIONS that is not a preflight': [
      expecting(204, 'OPTIONS', '/posts'),
      expecting(204, 'OPTIONS', '/posts/<first>'),
      expecting(204, 'OPTIONS', '/posts/abc'),
      expecting(404, 'OPTIONS', '/nothing'),
    ],
  }),
  ...casesOf(
    {
      'lets a page of another origin read, or not': [
        expecting(200, 'GET', '/posts', undefined, { origin }),
        expecting(200, 'GET', '/posts/<first>', undefined, { origin }),
        expecting(404, 'GET', '/posts/<missing>', undefined, { origin }),
        expecting(404, 'GET', '/posts/abc', undefined, { origin }),
        expecting(404, 'GET', '/nothing', undefined, { origin }),
      ],
      'lets a page of another origin write, or not': [
        expecting(201, 'POST', '/posts', plainBody, { origin }),
        expecting(400, 'POST', '/posts', '{', { origin }),
        expecting(200, 'PUT', '/posts/<first>', plainBody, { origin }),
        expecting(204, 'DELETE', '/posts/<first>', undefined, { origin }),
        expecting(405, 'PATCH', '/posts/<second>', plainBody, { origin }),
        expecting(200, 'HEAD', '/posts', undefined, { origin }),
        expecting(204, 'OPTIONS', '/posts', undefined, { origin }),
        expecting(200, 'GET', '/posts', undefined, { origin: 'null' }),
      ],
      'answers preflights, or not': [
        preflight('POST', '/posts', 'content-type'),
        preflight('PUT', '/posts/<first>', 'Content-Type, X-Request-Id'),
        preflight('DELETE', '/posts/<first>'),
        preflight('PATCH', '/posts/<first>', 'content-type'),
        preflight('DELETE', '/posts/abc'),
        preflight('POST', '/nothing', 'content-type'),
      ],
    },
    { needs: ['origin-header'] },
  ),
  ...casesOf(
    {
      'answers a GET that has a body': [
        expecting(200, 'GET', '/posts', plainBody),
        expecting(200, 'GET', '/posts/<first>', 'text', { 'content-type': 'text/plain' }),
        expecting(404, 'GET', '/posts/<missing>', plainBody),
        expecting(404, 'GET', '/posts/abc', plainBody),
        expecting(200, 'HEAD', '/posts', plainBody),
      ],
    },
    { needs: ['body-on-get'] },
  ),
  ...casesOf({
    'answers a DELETE that has a body': [
      expecting(204, 'DELETE', '/posts/<first>', plainBody),
      expecting(204, 'DELETE', '/posts/<second>', '{', { 'content-type': 'text/plain' }),
      expecting(404, 'DELETE', '/posts/<missing>', plainBody),
      expecting(404, 'DELETE', '/posts/abc', plainBody),
    ],
    'answers a client that accepts no JSON': [
      expecting(200, 'GET', '/posts', undefined, { accept: 'text/html' }),
      expecting(201, 'POST', '/posts', plainBody, { accept: 'application/json;q=0' }),
    ],
    'takes an empty body for none': [
      expecting(204, 'DELETE', '/posts/<first>', ''),
      expecting(400, 'POST', '/posts', ''),
      expecting(400, 'PUT', '/posts/<second>', ''),
    ],
    'answers a write without a body': [
      expecting(400, 'POST', '/posts'),
      expecting(400, 'PUT', '/posts/<first>'),
      expecting(400, 'PUT', '/posts/<missing>'),
    ],
  }),
]
