import * as z from 'zod/mini'
import { errorParts } from '../model/template.ts'
import {
  behaviour,
  body,
  errorBody,
  limit,
  silences,
  special,
  status,
  textBodyWords,
  textTypeOf,
  treatment,
} from './kinds.ts'
import { placeOf } from './template-words.ts'

/** The type of a field that a service adds to every post. A timestamp is the time of creation in RFC 3339 format. */
export type ExtraFieldType = (typeof fieldTypes)[number]

/** Names and types of fields besides id, title and content. */
export type ExtraFieldTypes = 'none' | Readonly<Record<string, ExtraFieldType>>

const fieldTypes = ['string', 'integer', 'number', 'boolean', 'timestamp'] as const
const fieldName = z
  .string()
  .check(
    z.regex(
      /^(?!(?:id|title|content|__proto__)$).+$/,
      'expected a name other than id, title, content and __proto__',
    ),
  )
const queryIgnored = { answer: 'ignored', says: 'ignored' } as const
const refused = { answer: 'refused', says: 'refused with 400' } as const
const noQuery = 'Do not send query parameters'
const noOptions = 'Do not use OPTIONS to find the supported methods'

/** The form of replies, and replies to requests besides the five operations. */
export const replyChoices = {
  'error.body': body({
    silence: silences.errorBody,
    about:
      'The body of an error response: empty, an HTML page, plain text, or a JSON template with the status, the reason phrase (`title`), the message (`detail`) and a list of errors.',
    places: ['service'],
    shownBy: ['read/missing'],
    answers: [
      { status: 'status', title: 'title', detail: 'detail', errors: 'errors' },
      { message: 'detail' },
      {},
      'none',
      { detail: 'detail' },
      { error: { statusCode: 'status', name: 'title', message: 'detail' } },
      'html',
      'plain-text',
    ],
    parts: errorParts,
    words: textBodyWords,
    subject: 'The error body',
    advice(template) {
      if (textTypeOf(template) !== undefined) return 'Do not parse it as JSON'
      const [message, errors] = [placeOf('detail', template), placeOf('errors', template)]
      if (message !== undefined)
        return `Show \`${message}\` to the user${errors === undefined ? '' : `, and \`${errors}\` next to the fields`}`
      return `Show a message based on the status${template === 'none' ? '. Do not parse the body' : ''}`
    },
  }),
  'list.order': behaviour({
    silence: silences.query,
    about:
      'The order of the list: by id, by creation time, or arbitrary (it stays the same while no post changes).',
    places: ['list'],
    shownBy: ['list/several'],
    answers: [
      { answer: 'id-ascending', says: 'sorted by ascending id' },
      { answer: 'id-descending', says: 'sorted by descending id' },
      { answer: 'insertion', says: 'sorted by creation time' },
      { answer: 'unordered', says: 'in arbitrary order' },
    ],
    subject: 'The list',
    advice: 'Sort it yourself if the order matters',
  }),
  'list.query': treatment({
    silence: silences.query,
    about:
      'Undocumented query parameters of the list: ignored, refused, or treated as filters that match no post, so the list is empty.',
    places: ['list'],
    shownBy: ['beside/list-query'],
    answers: [
      { ...queryIgnored, advice: 'Filter in the client' },
      refused,
      { answer: 'no-match', says: 'treated as filters that match no post' },
    ],
    subject: 'Query parameters of the list',
    verb: 'are',
    advice: noQuery,
  }),
  'list.page-size': limit({
    silence: silences.pages,
    about:
      'The number of posts on one page of the list, with a Link header to the next page (RFC 8288); "none" returns all posts. A list that omits posts without a Link header is incomplete.',
    places: ['list'],
    shownBy: ['list/several'],
    answers: ['none', 10, 2],
    unit: 'posts',
    subject: 'A page of the list',
    verb: 'has',
    none: 'all posts',
    advice: 'Follow the Link header to the next page',
  }),
  'post.extra-fields': special<ExtraFieldTypes>({
    silence: silences.input,
    about:
      'Fields that the service adds to every post besides id, title and content. They override stored fields of a client.',
    places: ['service'],
    shownBy: ['list/several'],
    answers: [
      'none',
      { createdAt: 'timestamp' },
      { author: 'string', likes: 'integer', score: 'number', published: 'boolean' },
    ],
    schema: z.union([z.literal('none'), z.record(fieldName, z.literal(fieldTypes))]),
    allowed: '"none" or { "name": "string" | "integer" | "number" | "boolean" | "timestamp" }',
    subject: 'A post',
    verb: 'contains',
    says: fieldWords,
    advice: (types) =>
      fieldWords(types) === fieldWords('none')
        ? 'Use only id, title and content'
        : 'Ignore unknown fields when you validate a post',
  }),
  'wire.charset': behaviour({
    silence: silences.replies,
    about: 'The Content-Type of a response: application/json, without or with charset=utf-8.',
    places: ['service'],
    shownBy: ['list/several'],
    answers: [
      { answer: 'none', says: 'application/json' },
      { answer: 'utf-8', says: 'application/json; charset=utf-8' },
    ],
    subject: 'The Content-Type of a response',
    advice: 'Ignore parameters when you compare it',
  }),
  'wire.accept': treatment({
    silence: silences.others,
    about:
      'A request whose Accept header excludes application/json (RFC 9110, section 12.5.1): answered with JSON anyway, or refused with a status.',
    places: ['service'],
    shownBy: ['beside/accept'],
    answers: [{ answer: 'ignored', says: 'answered with JSON', shows: { title: '${title}' } }, 406],
    subject: 'A request that does not accept application/json',
    advice: 'Send Accept: application/json',
  }),
  'input.unexpected': treatment({
    silence: silences.others,
    about: 'A GET or DELETE with a body: the body is ignored, or the request is refused.',
    places: ['list', 'read', 'delete'],
    shownBy: ['beside/body-on-delete'],
    answers: [{ answer: 'ignored', says: 'ignored' }, refused],
    subject: 'The body of a GET or DELETE',
    advice: 'Do not send a body',
  }),
  'input.query': treatment({
    silence: silences.others,
    about: 'Query parameters of a read, create, replace or delete: ignored, or the request is refused.',
    places: ['read', 'create', 'replace', 'delete'],
    shownBy: ['beside/read-query'],
    answers: [queryIgnored, refused],
    subject: 'Query parameters of a read, create, replace or delete',
    verb: 'are',
    advice: noQuery,
  }),
  'method.other': status({
    silence: silences.others,
    about: 'The status of a method that the path does not support. 405 has an Allow header.',
    places: ['path'],
    shownBy: ['beside/patch'],
    answers: [405, 404, 501],
    classes: ['4xx or 501'],
    subject: 'A request with an unsupported method',
    advice: (status) =>
      status === 405
        ? 'Read the supported methods from the Allow header'
        : `Check the method when you get ${status}`,
  }),
  'method.head': behaviour({
    silence: silences.others,
    about:
      'HEAD: handled like GET without the body (RFC 9110, section 9.3.2), or like an unsupported method.',
    places: ['path'],
    shownBy: ['beside/head'],
    answers: [
      { answer: 'as-get', says: 'like GET without the body' },
      {
        answer: 'as-other',
        says: 'like an unsupported method',
        advice: 'Use GET to check whether a post exists',
      },
    ],
    subject: 'HEAD',
    verb: 'is handled',
  }),
  'method.options': behaviour({
    silence: silences.others,
    about:
      'OPTIONS that is not a CORS preflight: 204 with or without an Allow header, 200 with the methods as plain text, or the error for an unsupported method.',
    places: ['path'],
    shownBy: ['beside/options'],
    answers: [
      { answer: 'allow', says: '204 with an Allow header' },
      { answer: 'no-allow', says: '204 without an Allow header', advice: noOptions },
      { answer: 'text', says: '200 with an Allow header and the methods as plain text' },
      { answer: 'as-other', says: 'the error for an unsupported method', advice: noOptions },
    ],
    subject: 'OPTIONS',
    verb: 'returns',
  }),
  'path.unknown': status({
    silence: silences.others,
    about: 'The status of a path under the base URL that is not in the document.',
    places: ['service'],
    shownBy: ['beside/unknown-path'],
    answers: [404, 400],
    subject: 'A request to an unknown path',
    advice: (status) =>
      status === 404 ? 'Expect the same status as for a missing post' : `Treat ${status} as a wrong URL`,
  }),
  'path.unknown-body': errorBody({
    about: 'The error body for a path that is not in the document: `error.body` ("same"), or another body.',
    places: ['service'],
    shownBy: ['beside/unknown-path'],
    subject: 'The error body for an unknown path',
  }),
  'path.trailing-slash': behaviour({
    silence: silences.others,
    about: 'A path with a trailing slash: handled like the path without it, or like an unknown path.',
    places: ['path'],
    shownBy: ['beside/trailing-slash'],
    answers: [
      { answer: 'served', says: 'like the path without it', when: 'success' },
      {
        answer: 'unknown',
        says: 'like an unknown path',
        advice: 'Do not add a trailing slash',
        when: 'refusal',
      },
    ],
    subject: 'A path with a trailing slash',
    verb: 'is handled',
  }),
  'path.case': behaviour({
    silence: silences.others,
    about:
      'Whether paths are case-sensitive (/Posts is an unknown path) or not (/Posts is handled like /posts).',
    places: ['service'],
    shownBy: ['beside/other-case'],
    answers: [
      { answer: 'unknown', says: 'case-sensitive', when: 'refusal' },
      { answer: 'served', says: 'case-insensitive', when: 'success' },
    ],
    subject: 'Paths',
    verb: 'are',
    advice: 'Write paths in lowercase, like /posts',
  }),
  'cors.origins': behaviour({
    silence: silences.others,
    about:
      'Whether pages of other origins can call the service. "any" sends CORS headers and answers preflights (Fetch Standard); "none" does not.',
    places: ['service'],
    answers: [
      { answer: 'any', says: 'allowed' },
      {
        answer: 'none',
        says: 'blocked (the service sends no CORS headers)',
        advice: 'Use a proxy, or serve your pages from the origin of the service',
      },
    ],
    subject: 'Cross-origin requests from a browser',
    verb: 'are',
  }),
} as const

function fieldWords(types: ExtraFieldTypes): string {
  const fields = Object.entries(types === 'none' ? {} : types)
    .map(([name, type]) => `${name} (${type})`)
    .toSorted()
  if (fields.length === 0) return 'only id, title and content'
  return `the extra ${fields.length === 1 ? 'field' : 'fields'} ${fields.join(', ')}`
}
