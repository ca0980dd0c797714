import { errorParts, postParts } from '../model/template.ts'
import {
  type Credentials,
  credentialsSchema,
  type ExtraFieldTypes,
  extraFieldsSchema,
  type IdAssignment,
  type InvalidStatus,
  idAssignmentSchema,
  invalidStatusSchema,
  type MaxLength,
  maxLengthSchema,
  type ReplaceMissing,
  type RequestLimit,
  replaceMissingSchema,
  requestLimitSchema,
} from './answers.ts'
import { behaviour, body, limit, special, status, treatment } from './kinds.ts'

/** Everything that the interface document leaves open and a profile answers, one row each. */
export const table = {
  'create.status': status({
    about:
      'The status of a successful create. 204 has no body; 303 redirects to the new post (RFC 9110, section 15.4.4).',
    answers: [201, 200, 202, 204],
    classes: ['2xx', '303'],
  }),
  'create.body': body({
    about: 'The response body of a create: the post, empty, or a JSON template such as {"data":"post"}.',
    answers: ['post', { id: 'id' }, 'none', { data: 'post' }, 'id', { message: 'text', post: { id: 'id' } }],
    parts: postParts,
  }),
  'create.location': behaviour({
    about:
      'The Location header of a create: the path of the new post ("yes"), its absolute URL, the path of the list, or no header.',
    answers: ['yes', 'no', 'absolute', 'list'],
  }),
  'replace.status': status({
    about: 'The status of a successful replace. 204 has no body; 303 redirects to the post.',
    answers: [200, 204, 201, 202],
    classes: ['2xx', '303'],
  }),
  'replace.body': body({
    about:
      'The response body of a replace: the stored post, empty, the request body ("sent"), or a JSON template.',
    answers: ['post', 'none', {}, { data: 'post' }, { message: 'text' }, 'sent'],
    parts: postParts,
  }),
  'replace.missing': special<ReplaceMissing>({
    about:
      'A replace of a missing post: refused with a status, or the post is created with that id ("creates-201" returns 201).',
    answers: [404, 'creates-201', 'creates-200', 'creates-204', 409, 410, 422],
    schema: replaceMissingSchema,
  }),
  'replace.body-id': treatment({
    about:
      'A replace whose body has a different id than the path: the id in the body is ignored, or the request is refused.',
    answers: ['ignored', 'refused'],
  }),
  'delete.status': status({
    about: 'The status of a successful delete. 204 has no body; 303 redirects to the list.',
    answers: [204, 200, 202],
    classes: ['2xx', '303'],
  }),
  'delete.body': body({
    about: 'The response body of a delete: empty, the deleted post, or a JSON template.',
    answers: ['none', 'post', {}, { message: 'text' }, 1, ['post']],
    parts: postParts.filter((part) => part !== 'sent'),
  }),
  'delete.missing': status({
    about:
      'The status of a delete of a missing post. The state does not change, and the response contains no post.',
    answers: [404, 204, 200, 410],
    classes: ['2xx', '4xx'],
  }),
  'input.required': behaviour({
    about: 'The required fields of a create or replace. An optional field that is missing is stored as "".',
    answers: ['title+content', 'title', 'content', 'none'],
  }),
  'input.empty': behaviour({
    about:
      'An empty string as title or content, after `text.kept` is applied: accepted, or refused in one or both fields.',
    answers: ['accepted', 'title-refused', 'content-refused', 'refused'],
  }),
  'input.wrong-type': treatment({
    about:
      'A title or content that is not a string: refused, or converted (a number or boolean to its text, null to "").',
    answers: ['refused', 'coerced'],
  }),
  'input.unknown-fields': treatment({
    about:
      'Fields other than title and content: ignored, refused, or stored and returned with the post ("__proto__" is never stored).',
    answers: ['ignored', 'refused', 'stored'],
  }),
  'input.client-id': treatment({
    about: 'An id in the body of a create: ignored, refused, or used for the new post ("honoured").',
    answers: ['ignored', 'refused', 'honoured'],
  }),
  'input.invalid-status': special<InvalidStatus>({
    about:
      'The status for invalid fields in the body: one for all, or one each for a missing or empty field, a wrong type, and a value or field that is not allowed.',
    answers: [
      400,
      422,
      { missing: 400, 'wrong-type': 422, 'not-allowed': 400 },
      { missing: 422, 'wrong-type': 400, 'not-allowed': 422 },
    ],
    schema: invalidStatusSchema,
  }),
  'input.invalid-body': body({
    about:
      'The error body for invalid fields, and for JSON that is not an object: `error.body` ("same"), or another body, such as one with a list of errors.',
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
      'A request body with a media type other than application/json, or without one: refused with a status, parsed as JSON anyway ("accepted"), or treated as {} ("ignored").',
    answers: [415, 400, 'accepted', 'ignored'],
  }),
  'input.max-length': special<MaxLength>({
    about:
      'The maximum length of title and content in Unicode code points, after `text.kept` is applied. `status` is the status for a longer text; by default that of other invalid fields.',
    answers: ['none', { title: 255 }, { title: 100, content: 10_000 }, { title: 200, status: 413 }],
    schema: maxLengthSchema,
  }),
  'input.max-bytes': limit({
    about: 'The maximum size of a request body in bytes. A larger body is refused with 413.',
    answers: [1_048_576, 'none', 102_400, 2_097_152],
  }),
  'text.kept': behaviour({
    about:
      'How title and content are stored: unchanged; without leading and trailing whitespace; in Unicode NFC; with LF for CRLF ("lf"), for CRLF and CR ("universal-newlines"), or CRLF for every line ending; without NUL; or with & < > " \' escaped for HTML.',
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
  'id.assignment': special<IdAssignment>({
    about:
      'The ids of new posts: 1, 2, 3…; ascending from another number; positive in random order; or ascending from 2^53 + 1, which a JavaScript number cannot hold.',
    answers: ['sequential', { from: 1000 }, 'unordered', 'beyond-2^53', { from: 0 }],
    schema: idAssignmentSchema,
  }),
  'id.reuse': behaviour({
    about:
      'Whether a new post can get the id of a deleted post: never; if it is the highest existing id plus one; or the lowest free id first.',
    answers: ['never', 'highest-plus-one', 'lowest-free'],
    without: { 'id.assignment': 'unordered' },
  }),
  'id.malformed': status({
    about:
      'The status of a request whose id in the path is not a decimal integer ("abc", "7.0", "007"), or outside int64.',
    answers: [404, 400, 422],
  }),
  'error.body': body({
    about:
      'The body of an error response: empty, an HTML page, plain text, or a JSON template with the status, the reason phrase (`title`), the message (`detail`) and a list of errors.',
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
    about:
      'The order of the list: by id, by creation time, or arbitrary (it stays the same while no post changes).',
    answers: ['id-ascending', 'id-descending', 'insertion', 'unordered'],
  }),
  'list.page-size': limit({
    about:
      'The number of posts on one page of the list, with a Link header to the next page (RFC 8288); "none" returns all posts. A list that omits posts without a Link header is incomplete.',
    answers: ['none', 10, 2],
  }),
  'post.extra-fields': special<ExtraFieldTypes>({
    about:
      'Fields that the service adds to every post besides id, title and content. They override stored fields of a client.',
    answers: [
      'none',
      { createdAt: 'timestamp' },
      { author: 'string', likes: 'integer', score: 'number', published: 'boolean' },
    ],
    schema: extraFieldsSchema,
  }),
  'method.other': status({
    about: 'The status of a method that the path does not support. 405 has an Allow header.',
    answers: [405, 404, 501],
    classes: ['4xx', '501'],
  }),
  'cors.origins': behaviour({
    about:
      'Whether pages of other origins can call the service. "any" sends CORS headers and answers preflights (Fetch Standard); "none" does not.',
    answers: ['any', 'none'],
  }),
  'access.credentials': special<Credentials>({
    about:
      'The credentials that requests need: none, a bearer token (RFC 6750), a username and password (RFC 7617), or an API key in a header. `guards` says whether every request needs them or only writes; `status` is the status without them (401 has a WWW-Authenticate header). By default the mock accepts any; its option `credentials` limits them.',
    answers: [
      'none',
      'bearer',
      'basic',
      { header: 'x-api-key' },
      { scheme: 'bearer', guards: 'writes', status: 403 },
    ],
    schema: credentialsSchema,
  }),
  'limit.requests': special<RequestLimit>({
    about:
      'The rate limit: the number of requests in a window of some seconds, which starts with the first request. Further requests get 429 with Retry-After (RFC 6585, section 4).',
    answers: ['none', { requests: 100, seconds: 60 }],
    schema: requestLimitSchema,
  }),
  'limit.time': limit({
    about:
      'The time limit of a request in milliseconds. A slower request gets 504 after this time and changes nothing.',
    answers: ['none', 30_000, 100],
  }),
} as const
