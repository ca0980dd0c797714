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
const queryIgnored = { answer: 'ignored', says: 'answered as if there were none' } as const
const refused = { answer: 'refused', says: 'refused with 400' } as const
const likeNoMethod = { answer: 'as-other', says: 'like a method that there is not' } as const

/** The form of replies, and replies to requests besides the five operations. */
export const replyChoices = {
  'error.body': body({
    silence: silences.errorBody,
    about:
      'The body of an error: nothing, an HTML page, a plain text, or JSON that names where the status, its title, the detail and a list of errors stand.',
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
    subject: 'An error',
    verb: 'has',
    advice(template) {
      if (textTypeOf(template) !== undefined) return 'do not parse it as JSON'
      const [words, errors] = [placeOf('detail', template), placeOf('errors', template)]
      if (words !== undefined)
        return `show its ${words}${errors === undefined ? '' : `, and its ${errors} at their fields`}`
      return `take words for people from the status${template === 'none' ? ', and parse nothing' : ''}`
    },
  }),
  'list.order': behaviour({
    silence: silences.query,
    about:
      'The order of a list: by id, oldest insertion first, or an order that means nothing (and stays the same while no post changes).',
    places: ['list'],
    shownBy: ['list/several'],
    answers: [
      { answer: 'id-ascending', says: 'ordered by id, the lowest first' },
      { answer: 'id-descending', says: 'ordered by id, the highest first' },
      { answer: 'insertion', says: 'ordered by age, the oldest first' },
      { answer: 'unordered', says: 'in no order' },
    ],
    subject: 'The list',
    advice: 'sort it yourself where the order is seen',
  }),
  'list.query': treatment({
    silence: silences.query,
    about:
      'A list with query parameters that the document does not have: they are ignored, the request is refused, or they are taken for fields that no post has, and the list is empty.',
    places: ['list'],
    shownBy: ['beside/list-query'],
    answers: [
      { ...queryIgnored, advice: 'filter on your side' },
      refused,
      { answer: 'no-match', says: 'answered with an empty list, as no post has such a field' },
    ],
    subject: 'A list with query parameters',
    advice: 'send none',
  }),
  'list.page-size': limit({
    silence: silences.pages,
    about:
      'How many posts a list shows at once: all, or so many, with a Link header to the next page (RFC 8288). A list that leaves posts out without one is not whole.',
    places: ['list'],
    shownBy: ['list/several'],
    answers: ['none', 10, 2],
    unit: 'posts',
    subject: 'A list',
    verb: 'shows',
    none: 'all posts at once',
    advice: 'follow its Link header to the next page',
  }),
  'post.extra-fields': special<ExtraFieldTypes>({
    silence: silences.input,
    about:
      'Fields that the service adds to every post beside id, title and content; they win over stored fields of a client.',
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
    verb: 'has',
    says: fieldWords,
    advice: (types) =>
      fieldWords(types) === fieldWords('none')
        ? 'rely on id, title and content alone'
        : 'let them pass where you check the shape of a post',
  }),
  'wire.charset': behaviour({
    silence: silences.replies,
    about:
      'Whether the Content-Type of a reply names a charset: application/json alone, or with charset=utf-8.',
    places: ['service'],
    shownBy: ['list/several'],
    answers: [
      { answer: 'none', says: 'application/json alone' },
      { answer: 'utf-8', says: 'application/json; charset=utf-8' },
    ],
    subject: 'The media type of a reply',
    advice: 'compare it without its parameters',
  }),
  'wire.accept': treatment({
    silence: silences.others,
    about:
      'A request whose Accept header excludes application/json (RFC 9110, section 12.5.1): answered all the same, or refused with a status.',
    places: ['service'],
    shownBy: ['beside/accept'],
    answers: [{ answer: 'ignored', says: 'answered in it all the same', shows: { title: '${title}' } }, 406],
    subject: 'A client that does not take application/json',
    advice: 'send Accept: application/json',
  }),
  'input.unexpected': treatment({
    silence: silences.others,
    about: 'A GET or DELETE that has a body: the body is ignored, or the request is refused.',
    places: ['list', 'read', 'delete'],
    shownBy: ['beside/body-on-delete'],
    answers: [{ answer: 'ignored', says: 'ignored' }, refused],
    subject: 'A body on a GET or DELETE',
    advice: 'send none',
  }),
  'input.query': treatment({
    silence: silences.others,
    about:
      'A read, create, replace or delete with query parameters: they are ignored, or the request is refused.',
    places: ['read', 'create', 'replace', 'delete'],
    shownBy: ['beside/read-query'],
    answers: [queryIgnored, refused],
    subject: 'A request for one post, or a create, with query parameters',
    advice: 'send none',
  }),
  'method.other': status({
    silence: silences.others,
    about: 'The status of a method that the path does not have; 405 comes with an Allow header.',
    places: ['path'],
    shownBy: ['beside/patch'],
    answers: [405, 404, 501],
    classes: ['4xx or 501'],
    subject: 'A method that a path does not have',
    advice: (status) =>
      status === 405
        ? 'the Allow header names those that there are'
        : `take ${status} for a method that is not there`,
  }),
  'method.head': behaviour({
    silence: silences.others,
    about:
      'HEAD: answered as GET without the body (RFC 9110, section 9.3.2), or as a method that the path does not have.',
    places: ['path'],
    shownBy: ['beside/head'],
    answers: [
      { answer: 'as-get', says: 'like GET, without the body' },
      { ...likeNoMethod, advice: 'use GET to see whether a post is there' },
    ],
    subject: 'HEAD',
    verb: 'is answered',
  }),
  'method.options': behaviour({
    silence: silences.others,
    about:
      'OPTIONS that is not a preflight: answered with 204, with Allow or without, with 200 and the methods as a text, or as a method that the path does not have.',
    places: ['path'],
    shownBy: ['beside/options'],
    answers: [
      { answer: 'allow', says: 'with 204 and Allow' },
      { answer: 'no-allow', says: 'with 204 and no Allow', advice: 'do not ask which methods there are' },
      { answer: 'text', says: 'with 200, Allow, and the methods as a text' },
      { ...likeNoMethod, advice: 'do not ask which methods there are' },
    ],
    subject: 'OPTIONS',
    verb: 'is answered',
  }),
  'path.unknown': status({
    silence: silences.others,
    about: 'The status of a path below the base address that is not in the document.',
    places: ['service'],
    shownBy: ['beside/unknown-path'],
    answers: [404, 400],
    subject: 'A path that the service does not have',
    advice: (status) => `take ${status} for a wrong address, or for a post that is missing`,
  }),
  'path.unknown-body': errorBody({
    about:
      'The body of an error about a path that is not in the document: that of any other error, or another.',
    places: ['service'],
    shownBy: ['beside/unknown-path'],
    subject: 'A path that the service does not have',
  }),
  'path.trailing-slash': behaviour({
    silence: silences.others,
    about: 'A path with one slash too many at its end: served as if it were not there, or an unknown path.',
    places: ['path'],
    shownBy: ['beside/trailing-slash'],
    answers: [
      { answer: 'served', says: 'served as if it were not there', when: 'success' },
      { answer: 'unknown', says: 'unknown', advice: 'write paths without it', when: 'refusal' },
    ],
    subject: 'A path with a slash too many at its end',
  }),
  'path.case': behaviour({
    silence: silences.others,
    about:
      'A path in other letters than the document has, such as /Posts: an unknown path, or served like /posts.',
    places: ['service'],
    shownBy: ['beside/other-case'],
    answers: [
      { answer: 'unknown', says: 'unknown', when: 'refusal' },
      { answer: 'served', says: 'served as if it were in small ones', when: 'success' },
    ],
    subject: 'A path in capitals',
    advice: 'write paths as the document does',
  }),
  'cors.origins': behaviour({
    silence: silences.others,
    about:
      'Whether pages of other origins may call the service: any may, preflights answered (Fetch Standard), or none.',
    places: ['service'],
    answers: [
      { answer: 'any', says: 'pages of any origin' },
      {
        answer: 'none',
        says: 'no page of another origin',
        advice: 'call it from its own origin, or by way of your own server',
      },
    ],
    subject: 'The service',
    verb: 'lets in',
  }),
} as const

function fieldWords(types: ExtraFieldTypes): string {
  const fields = Object.entries(types === 'none' ? {} : types)
    .map(([name, type]) => `${name} (${type})`)
    .toSorted()
  if (fields.length === 0) return 'no further fields'
  return `the further ${fields.length === 1 ? 'field' : 'fields'} ${fields.join(', ')}`
}
