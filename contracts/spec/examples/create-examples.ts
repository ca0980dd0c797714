import { equalContent } from '../states.ts'
import { examplesOf } from './rows.ts'
import { textRows } from './texts.ts'

const mark = '${title}'
/** Valid JSON with unusual order, blanks and escapes (RFC 8259). */
const spacedBody = '\r\n{\n\t"content" : "\\u0041\\/B, ${title}" ,\n  "title":\t"${title}"\n}\n'
const content = equalContent(mark)
const invalid = ['input.invalid-status', 'input.invalid-body'] as const

export const createExamples = examplesOf(
  {
    operation: 'create',
    begin: 'create a post',
    method: 'POST',
    path: '/posts',
    states: ['a title is free'],
    clauses: ['create.adds', 'others.untouched'],
  },
  {
    plain: {
      body: { title: mark, content },
      clauses: ['create.adds', 'create.assigns-id', 'others.untouched', 'wire.json', 'post.shape'],
      shows: ['create.status', 'create.body', 'create.location'],
      permits: 'success',
    },
    equal: {
      about: 'equal to one that exists',
      body: { title: mark, content },
      states: ['a post with the title exists'],
      clauses: ['create.not-idempotent', 'create.assigns-id', 'others.untouched'],
      permits: 'success-or-refusal',
    },
    ...textRows('with', { title: mark, content }, ['create.adds']),
    spaced: {
      about: 'with JSON that has blanks, line ends and escapes',
      body: spacedBody,
      clauses: ['create.adds'],
      permits: 'success',
    },
    'charset-utf-8': {
      about: 'in the charset UTF-8',
      body: { title: mark, content: `東京, ${mark}` },
      clauses: ['create.adds'],
      mediaType: 'application/json; charset=utf-8',
      permits: 'success-or-refusal',
    },
    'no-content': {
      about: 'without a content',
      body: { title: mark },
      shows: ['input.required', ...invalid],
    },
    'no-title': {
      about: 'without a title',
      body: { content: mark },
      shows: ['input.required', 'input.invalid-body'],
    },
    'title-number': {
      about: 'whose title is a number',
      body: { title: 7, content: mark },
      shows: ['input.wrong-type', ...invalid],
    },
    'unknown-field': {
      about: 'with a field that posts do not have',
      body: { title: mark, content, mood: 'calm' },
      shows: ['input.unknown-fields', ...invalid],
    },
    'client-id': {
      about: 'with an id chosen by the client',
      body: { id: '${id}', title: mark, content },
      states: ['a title is free', 'no post has the id'],
      shows: ['input.client-id'],
    },
    'client-id-taken': {
      about: 'with the id of another post',
      body: { id: '${id}', title: mark, content },
      states: ['a title is free', 'a post exists'],
    },
    'client-id-null': { about: 'with the id null', body: { id: null, title: mark, content } },
    malformed: {
      about: 'with a body that is not JSON',
      body: '{"title":',
      shows: ['input.malformed-status'],
    },
    'media-type': {
      about: 'with the media type text/plain',
      body: '{"title":"${title}","content":"plain"}',
      mediaType: 'text/plain',
      shows: ['input.media-type'],
    },
  },
)
