import type { Example, ExampleRequest } from '../example.ts'
import { equalContent } from '../states.ts'
import { texts } from './texts.ts'

const mark = '${title}'
const plainBody = '{"title":"${title}","content":"plain"}'
/** Valid JSON with unusual order, blanks and escapes (RFC 8259). */
const spacedBody =
  '\r\n{\n\t"content" : "\\u0041 page of ordinary words, and\\/or two, ${title}" ,\n  "title":\t"${title}"\n}\n'
const content = equalContent(mark)
const invalid = ['input.invalid-status', 'input.invalid-body'] as const
const wide = `東京 and Łódź, ${mark}`

export const createExamples: readonly Example[] = [
  {
    ...creating('plain', 'create a post', { title: mark, content }),
    clauses: ['create.adds', 'create.assigns-id', 'others.untouched', 'wire.json', 'post.shape'],
    shows: ['create.status', 'create.body', 'create.location'],
    permits: 'success',
  },
  {
    ...creating('equal', 'create a post equal to one that exists', { title: mark, content }),
    states: ['a post with the title exists'],
    clauses: ['create.not-idempotent', 'create.assigns-id', 'others.untouched'],
    permits: 'success-or-refusal',
  },
  ...texts.map(
    (text): Example => ({
      ...creating(text.name, `create a post with ${text.about}`, {
        title: text.title ?? mark,
        content: text.content ?? content,
      }),
      clauses: ['create.adds'],
      shows: [text.shows],
      permits: 'success-or-refusal',
    }),
  ),
  {
    ...creating(
      'in-packets',
      'create a post with a body in two packets',
      { title: mark, content },
      { sending: 'in-packets' },
    ),
    clauses: ['create.adds'],
    permits: 'success',
  },
  {
    ...creating(
      'split-character',
      'create a post with a body in two packets that split a character',
      { title: mark, content: wide },
      { sending: 'in-packets' },
    ),
    clauses: ['create.adds'],
    permits: 'success-or-refusal',
  },
  {
    ...creating('spaced', 'create a post with JSON that has blanks, line ends and escapes', spacedBody),
    clauses: ['create.adds'],
    permits: 'success',
  },
  {
    ...creating(
      'charset-utf-8',
      'create a post in the charset UTF-8',
      { title: mark, content: wide },
      { mediaType: 'application/json; charset=utf-8' },
    ),
    clauses: ['create.adds'],
    permits: 'success-or-refusal',
  },
  {
    ...refusable('no-content', 'create a post without a content', { title: mark }),
    shows: ['input.required', ...invalid],
  },
  {
    ...refusable('no-title', 'create a post without a title', { content: '${title}' }),
    shows: ['input.required', 'input.invalid-body'],
  },
  {
    ...refusable('title-number', 'create a post whose title is a number', { title: 7, content: '${title}' }),
    shows: ['input.wrong-type', ...invalid],
  },
  {
    ...refusable('unknown-field', 'create a post with a field that posts do not have', {
      title: mark,
      content,
      mood: 'calm',
    }),
    shows: ['input.unknown-fields', ...invalid],
  },
  {
    ...refusable('client-id', 'create a post with an id chosen by the client', {
      id: '${id}',
      title: mark,
      content,
    }),
    states: ['a title is free', 'no post has the id'],
    shows: ['input.client-id'],
  },
  {
    ...refusable('client-id-taken', 'create a post with the id of another post', {
      id: '${id}',
      title: mark,
      content,
    }),
    states: ['a title is free', 'a post exists'],
  },
  refusable('client-id-null', 'create a post with the id null', { id: null, title: mark, content }),
  {
    ...refusable('malformed', 'create a post with a body that is not JSON', '{"title":'),
    shows: ['input.malformed-status'],
  },
  {
    ...refusable('media-type', 'create a post with the media type text/plain', plainBody, {
      mediaType: 'text/plain',
    }),
    shows: ['input.media-type'],
  },
  refusable('form', 'create a post with an HTML form', 'title=${title}&content=plain', {
    mediaType: 'application/x-www-form-urlencoded',
  }),
  refusable('content-encoding', 'create a post that says it is in gzip, and is not', plainBody, {
    headers: { 'content-encoding': 'gzip' },
  }),
]

function creating(
  name: string,
  description: string,
  body: Record<string, unknown> | string,
  sent: Partial<ExampleRequest> = {},
) {
  const request: ExampleRequest = { method: 'POST', path: '/posts', body, ...sent }
  return {
    key: `create/${name}`,
    description,
    operation: 'create',
    states: ['a title is free'],
    request,
  } as const
}

/** A create that a service may accept or refuse; it must not change other posts. */
function refusable(...request: Parameters<typeof creating>): Example {
  return { ...creating(...request), clauses: ['create.adds', 'others.untouched'], permits: 'anything' }
}
