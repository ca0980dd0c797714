import {
  credentialsSchema,
  extraFieldsSchema,
  idAssignmentSchema,
  invalidStatusSchema,
  maxLengthSchema,
  replaceMissingSchema,
  requestLimitSchema,
} from './choices/answers.ts'
import { behaviour, body, type Choice, limit, special, status, treatment } from './choices/kinds.ts'
import { anyField, everyField, type FieldSet, fieldSets, fields } from './fields.ts'
import { errorParts, postParts } from './model/template.ts'

/** What the default profile requires: the fields that the table says. */
const requiredFields = fields
  .filter(({ required }) => required)
  .map(({ name }) => name)
  .join('+') as FieldSet

/**
 * All points that the interface document leaves open, by id, in the order in which they are documented.
 *
 * @example
 * choices['create.status'].answers // [201, 200, 202, 204], the default first
 */
export const choices = {
  'create.status': status({
    about: 'The status of a successful create. 303 redirects to the new post.',
    answers: [201, 200, 202, 204],
    classes: ['2xx', '303'],
  }),
  'create.body': body({
    about: 'The response body of a create.',
    answers: ['post', { id: 'id' }, 'none', { data: 'post' }, 'id', { message: 'text', post: { id: 'id' } }],
    parts: postParts,
  }),
  'create.location': behaviour({
    about:
      'The Location header of a create: the path of the new post ("yes"), its absolute URL, or that of the list.',
    answers: ['yes', 'no', 'absolute', 'list'],
  }),
  'replace.status': status({
    about: 'The status of a successful replace. 303 redirects to the post.',
    answers: [200, 204, 201, 202],
    classes: ['2xx', '303'],
  }),
  'replace.body': body({
    about: 'The response body of a replace; "sent" is the request body.',
    answers: ['post', 'none', {}, { data: 'post' }, { message: 'text' }, 'sent'],
    parts: postParts,
  }),
  'replace.missing': special({
    about: 'A replace of a missing post: refused with a status, or it creates the post.',
    answers: [404, 'creates-201', 'creates-200', 'creates-204', 409, 410, 422],
    schema: replaceMissingSchema,
  }),
  'replace.body-id': treatment({
    about: 'A replace with another id in the body than in the path.',
    answers: ['ignored', 'refused'],
  }),
  'delete.status': status({
    about: 'The status of a successful delete. 303 redirects to the list.',
    answers: [204, 200, 202],
    classes: ['2xx', '303'],
  }),
  'delete.body': body({
    about: 'The response body of a delete.',
    answers: ['none', 'post', {}, { message: 'text' }, 1, ['post']],
    parts: postParts.filter((part) => part !== 'sent'),
  }),
  'delete.missing': status({
    about: 'The status of a delete of a missing post.',
    answers: [404, 204, 200, 410],
    classes: ['2xx', '4xx'],
  }),
  'input.required': behaviour({
    about: 'The required fields of a create or replace. A missing optional field is stored as "".',
    answers: [requiredFields, ...fieldSets.filter((some) => some !== requiredFields), 'none'],
  }),
  'input.empty': behaviour({
    about: `An empty ${anyField}, after \`text.kept\`.`,
    answers: ['accepted', ...fieldSets.slice(0, -1).map((some) => `${some}-refused` as const), 'refused'],
  }),
  'input.wrong-type': treatment({
    about: `A ${anyField} that is not a string; "coerced" stores a number as its text, null as "".`,
    answers: ['refused', 'coerced'],
  }),
  'input.unknown-fields': treatment({
    about: `Other fields than ${everyField}; "stored" returns them with the post.`,
    answers: ['ignored', 'refused', 'stored'],
  }),
  'input.client-id': treatment({
    about: 'An id in the body of a create; "honoured" uses it for the new post.',
    answers: ['ignored', 'refused', 'honoured'],
  }),
  'input.invalid-status': special({
    about:
      'The status for invalid fields: one for all, or one each for a missing or empty field, a wrong type, and what is not allowed.',
    answers: [
      400,
      422,
      { missing: 400, 'wrong-type': 422, 'not-allowed': 400 },
      { missing: 422, 'wrong-type': 400, 'not-allowed': 422 },
    ],
    schema: invalidStatusSchema,
  }),
  'input.invalid-body': body({
    about: 'The error body for invalid fields, and for JSON that is not an object; "same" is `error.body`.',
    answers: [
      'same',
      { error: { statusCode: 'status', name: 'title', message: 'detail', details: 'errors' } },
      'fields',
      { message: 'detail', errors: 'fields' },
      'html',
    ],
    parts: errorParts,
    words: ['same', 'html', 'plain-text'],
    like: 'error.body',
  }),
  'input.malformed-status': status({
    about: 'The status for a request body that is not JSON.',
    answers: [400, 422],
  }),
  'input.media-type': treatment({
    about:
      'A body that is not application/json; "accepted" parses it as JSON anyway, "ignored" takes it as {}.',
    answers: [415, 400, 'accepted', 'ignored'],
  }),
  'input.max-length': special({
    about: `The maximum length of ${everyField} in Unicode code points, after \`text.kept\`, and the status for a longer text.`,
    answers: ['none', { title: 255 }, { title: 100, content: 10_000 }, { title: 200, status: 413 }],
    schema: maxLengthSchema,
  }),
  'input.max-bytes': limit({
    about: 'The maximum size of a request body in bytes. A larger one is refused with 413.',
    answers: [1_048_576, 'none', 102_400, 2_097_152],
  }),
  'text.kept': behaviour({
    about: `How ${everyField} are stored: "lf" has LF for CRLF, "universal-newlines" also for CR, "crlf" CRLF for each; "html-escaped" escapes & < > " '.`,
    answers: [
      'verbatim',
      'trimmed',
      'nfc',
      'lf',
      'universal-newlines',
      'crlf',
      'without-nul',
      'html-escaped',
    ],
  }),
  'id.assignment': special({
    about:
      'The ids of new posts: from 1 or another number on; in random order; or from 2^53 + 1 on, which no JavaScript number holds.',
    answers: ['sequential', { from: 1000 }, 'unordered', 'beyond-2^53', { from: 0 }],
    schema: idAssignmentSchema,
  }),
  'id.reuse': behaviour({
    about: 'Whether a new post can get the id of a deleted one.',
    answers: ['never', 'highest-plus-one', 'lowest-free'],
  }),
  'id.malformed': status({
    about: 'The status for an id in the path that is not an int64 in decimal digits ("abc", "7.0", "007").',
    answers: [404, 400, 422],
  }),
  'error.body': body({
    about: 'The body of an error.',
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
    words: ['html', 'plain-text'],
  }),
  'list.order': behaviour({
    about: 'The order of the list; "insertion" is by time of creation.',
    answers: ['id-ascending', 'id-descending', 'insertion', 'unordered'],
  }),
  'list.page-size': limit({
    about: 'How many posts a page of the list has, with a Link header to the next page (RFC 8288).',
    answers: ['none', 10, 2],
  }),
  'post.extra-fields': special({
    about: 'Fields that the service adds to every post.',
    answers: [
      'none',
      { createdAt: 'timestamp' },
      { author: 'string', likes: 'integer', score: 'number', published: 'boolean' },
    ],
    schema: extraFieldsSchema,
  }),
  'method.other': status({
    about: 'The status of a method that the path does not support.',
    answers: [405, 404, 501],
    classes: ['4xx', '501'],
  }),
  'cors.origins': behaviour({
    about: 'Whether pages of other origins can call the service (CORS).',
    answers: ['any', 'none'],
  }),
  'access.credentials': special({
    about:
      'The credentials that requests need; `guards`: for every request or only for writes; `status`: the status without them.',
    answers: [
      'none',
      'bearer',
      'basic',
      { header: 'x-api-key' },
      { scheme: 'bearer', guards: 'writes', status: 403 },
    ],
    schema: credentialsSchema,
  }),
  'limit.requests': special({
    about: 'How many requests are served in so many seconds. Further ones get 429 with Retry-After.',
    answers: ['none', { requests: 100, seconds: 60 }],
    schema: requestLimitSchema,
  }),
  'limit.time': limit({
    about: 'The time limit of a request in milliseconds. A slower one gets 504 and changes nothing.',
    answers: ['none', 30_000, 100],
  }),
} as const

/** The id of a choice, such as `create.status`. */
export type ChoiceId = keyof typeof choices

export type AnswerTo<Id extends ChoiceId> = (typeof choices)[Id] extends Choice<infer Answer> ? Answer : never

/** All choice ids, in the order in which they are documented. */
export const choiceIds = Object.keys(choices) as ChoiceId[]

/** A choice without the type of its answers. */
export function choiceOf(id: ChoiceId): Choice<unknown> {
  return choices[id] as Choice<never> as Choice<unknown>
}

export function isChoiceId(text: string): text is ChoiceId {
  return Object.hasOwn(choices, text)
}
