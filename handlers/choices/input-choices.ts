import * as z from 'zod/mini'
import {
  behaviour,
  clientError,
  counted,
  errorBody,
  limit,
  type Others,
  silences,
  special,
  status,
  treatment,
} from './kinds.ts'

/** The status for invalid values in a body: one for all, or one for each kind. */
export type InvalidStatus =
  | number
  | { readonly missing: number; readonly 'wrong-type': number; readonly 'not-allowed': number }

/** The maximum lengths of title and content, in Unicode code points. */
export type MaxLength =
  | 'none'
  | {
      readonly title?: number | undefined
      readonly content?: number | undefined
      /** The status for a longer one. Default that of other values that are not allowed. */
      readonly status?: number | undefined
    }

const length = z.int().check(z.positive())
const writes = ['create', 'replace'] as const
const invalidStatus = { choice: 'input.invalid-status' } as const
const malformedStatus = { choice: 'input.malformed-status' } as const
const sendJson = 'Send Content-Type: application/json'
const noId = 'Do not send an id'
const ownId = 'Use the id that the service assigns'
const lineEndings = 'Ignore line endings when you compare it'
const sendBody = 'Always send a body'

/** A choice to which create and replace may have different answers. The same examples of both show it. */
function perWrite(...examples: string[]) {
  return {
    isPerOperation: true as const,
    places: writes,
    shownBy: writes.flatMap((operation) => examples.map((name) => `${operation}/${name}`)),
  }
}

/** What the choices of a body with another media type, or without one, have in common. */
const otherMediaType = {
  silence: silences.invalid,
  answers: [
    415,
    400,
    {
      answer: 'accepted',
      says: 'parsed as JSON anyway',
      advice: `${sendJson} anyway: other services require it`,
      shows: { content: 'plain' },
    },
    {
      answer: 'ignored',
      says: 'ignored (treated as {})',
      isEmptyObject: true,
      advice: (_answer: unknown, others: Others) =>
        `${sendJson}, or ${others['input.required'] === 'none' ? 'an empty post is created' : 'the fields are reported as missing'}`,
    },
  ],
  advice: sendJson,
} as const

/** The handling of the body of a create or a replace. */
export const inputChoices = {
  'input.required': behaviour({
    silence: silences.input,
    about: 'The required fields of a create or replace. An optional field that is missing is stored as "".',
    ...perWrite('no-title', 'no-content'),
    answers: [
      { answer: 'title+content', says: 'both title and content', advice: 'Always send both' },
      { answer: 'title', says: 'only title', advice: 'Expect content "" if you do not send it' },
      { answer: 'content', says: 'only content', advice: 'Expect title "" if you do not send it' },
      {
        answer: 'none',
        says: 'no fields',
        advice: 'Check the fields yourself: a missing field is stored as ""',
      },
    ],
    subject: 'A create or replace',
    verb: 'requires',
  }),
  'input.empty': behaviour({
    silence: silences.input,
    about:
      'An empty string as title or content, after `text.kept` is applied: accepted, or refused in one or both fields.',
    ...perWrite('empty-title', 'empty-content'),
    answers: [
      {
        answer: 'accepted',
        says: 'accepted',
        advice: 'Check for empty strings yourself if you do not want them',
      },
      { answer: 'title-refused', says: 'refused as title', advice: 'Do not send an empty title' },
      { answer: 'content-refused', says: 'refused as content', advice: 'Do not send an empty content' },
      { answer: 'refused', says: 'refused as title and as content', advice: 'Do not send empty strings' },
    ],
    subject: 'An empty string',
  }),
  'input.wrong-type': treatment({
    silence: silences.input,
    about:
      'A title or content that is not a string: refused, or converted (a number or boolean to its text, null to "").',
    ...perWrite('title-number'),
    answers: [
      { answer: 'refused', says: 'refused', advice: 'Send only strings' },
      {
        answer: 'coerced',
        says: 'converted to a string',
        advice: 'Expect "7" in the response if you send 7',
        shows: { title: '7' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'A title or content that is not a string',
  }),
  'input.unknown-fields': treatment({
    silence: silences.input,
    about:
      'Fields other than title and content: ignored, refused, or stored and returned with the post ("__proto__" is never stored).',
    ...perWrite('unknown-field'),
    answers: [
      { answer: 'ignored', says: 'ignored', advice: 'Do not expect it in a response' },
      { answer: 'refused', says: 'refused', advice: 'Send only title and content' },
      {
        answer: 'stored',
        says: 'stored and returned',
        advice: 'Do not send data that other clients must not see',
        shows: { mood: 'calm' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'An unknown field in the request body',
  }),
  'input.client-id': treatment({
    silence: silences.input,
    about: 'An id in the body of a create: ignored, refused, or used for the new post.',
    places: ['create'],
    shownBy: ['create/client-id'],
    answers: [
      { answer: 'ignored', says: 'ignored', advice: ownId },
      { answer: 'refused', says: 'refused', advice: noId },
      {
        answer: 'honoured',
        says: 'used for the new post',
        advice: `${noId}: another post may have it`,
        shows: { id: '${id}' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'An id in the body of a create',
  }),
  'input.client-id-null': treatment({
    silence: silences.input,
    about:
      'A null id in the body of a create, if `input.client-id` does not ignore ids: refused like other invalid ids, or ignored.',
    places: ['create'],
    shownBy: ['create/client-id-null'],
    answers: [
      { answer: 'refused', says: 'refused' },
      { answer: 'as-none', says: 'ignored' },
    ],
    refusedWith: invalidStatus,
    subject: 'A null id in the body of a create',
    advice: noId,
    hidden: {
      by: 'input.client-id',
      where: (answer) => answer === 'ignored',
      as: 'as-none',
      why: 'it has no effect: an id in the body of a create is ignored',
    },
  }),
  'input.client-id-taken': status({
    silence: silences.invalid,
    about: 'The status of a create with the id of an existing post, if `input.client-id` is honoured.',
    places: ['create'],
    shownBy: ['create/client-id-taken'],
    answers: [409, 400, 422, 500],
    classes: ['4xx or 500'],
    subject: 'A create with the id of an existing post',
    verb: 'is',
    says: (status, others) =>
      others['input.client-id'] === 'honoured'
        ? `refused with ${status}`
        : others['input.client-id'] === 'ignored'
          ? 'given a new id'
          : 'refused like any other id',
    advice: (status, others) =>
      others['input.client-id'] !== 'honoured'
        ? ownId
        : status === 500
          ? 'Do not retry after 500: the id exists already'
          : `Treat ${status} as an id that exists already`,
    hidden: {
      by: 'input.client-id',
      where: (answer) => answer !== 'honoured',
      why: 'it has no effect: an id in the body of a create is not used',
    },
  }),
  'input.invalid-status': special<InvalidStatus>({
    silence: silences.invalid,
    about:
      'The status for invalid fields in the body: one for all, or one each for a missing or empty field, a wrong type, and a value or field that is not allowed.',
    places: writes,
    shownBy: ['create/no-content', 'create/title-number', 'create/unknown-field'],
    answers: [
      400,
      422,
      { missing: 400, 'wrong-type': 422, 'not-allowed': 400 },
      { missing: 422, 'wrong-type': 400, 'not-allowed': 422 },
    ],
    schema: z.union([
      clientError,
      z.strictObject({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
    ]),
    allowed: '400, 422, another 4xx status, or { "missing": 4xx, "wrong-type": 4xx, "not-allowed": 4xx }',
    subject: 'A request with invalid fields',
    verb: 'returns',
    says: invalidWords,
    advice: 'Show it as an input error',
  }),
  'input.invalid-body': errorBody({
    about:
      'The error body for invalid fields: `error.body` ("same"), or another body, such as one with a list of errors.',
    places: writes,
    shownBy: [
      'create/title-number',
      'create/title-null',
      'create/no-title',
      'create/no-content',
      'create/unknown-field',
    ],
    answers: [
      'same',
      { error: { statusCode: 'status', name: 'title', message: 'detail', details: 'errors' } },
      'fields',
      { message: 'detail', errors: 'fields' },
      'html',
    ],
    subject: 'The error body for invalid fields',
  }),
  'input.malformed-body': errorBody({
    about:
      'The error body for a request body that is not JSON or has another media type: `error.body` ("same"), or another body.',
    places: writes,
    shownBy: ['create/malformed'],
    subject: 'The error body for malformed JSON',
  }),
  'input.not-object-body': errorBody({
    about:
      'The error body for a request body that is JSON but not an object: `error.body` ("same"), or another body.',
    places: writes,
    shownBy: ['replace/not-object'],
    subject: 'The error body for JSON that is not an object',
  }),
  'input.malformed-status': status({
    silence: silences.invalid,
    about: 'The status for a request body that is not JSON.',
    ...perWrite('malformed'),
    answers: [400, 422],
    subject: 'A request with malformed JSON',
    advice: (status) => `Treat ${status} as a bug in the client, not as an input error`,
  }),
  'input.invalid-utf8': treatment({
    silence: silences.invalid,
    about:
      'A request body that is not valid UTF-8: refused like malformed JSON, or decoded with U+FFFD for each invalid byte sequence.',
    places: writes,
    answers: [
      { answer: 'refused', says: 'refused', advice: 'Send UTF-8' },
      {
        answer: 'replaced',
        says: 'decoded with replacement characters (U+FFFD)',
        advice: 'Send UTF-8: the service does not report invalid bytes',
      },
    ],
    refusedWith: malformedStatus,
    subject: 'A request body that is not valid UTF-8',
  }),
  'input.byte-order-mark': treatment({
    silence: silences.invalid,
    about:
      'A byte order mark (BOM) at the start of the request body (RFC 8259, section 8.1): refused like malformed JSON, or ignored.',
    ...perWrite('byte-order-mark'),
    answers: [
      { answer: 'refused', says: 'refused like malformed JSON' },
      { answer: 'ignored', says: 'ignored', shows: { content: 'plain' } },
    ],
    refusedWith: malformedStatus,
    subject: 'A byte order mark (BOM) in the request body',
    advice: 'Do not send a BOM',
  }),
  'input.duplicate-keys': treatment({
    silence: silences.invalid,
    about:
      'A request body with a duplicate field (RFC 8259, section 4): the last value is used, or the body is refused like malformed JSON.',
    ...perWrite('duplicate-key'),
    answers: [
      { answer: 'last-counts', says: 'accepted (the last value is used)', shows: { title: '${title}' } },
      { answer: 'refused', says: 'refused' },
    ],
    refusedWith: malformedStatus,
    subject: 'A request body with a duplicate field',
    advice: 'Send each field once',
  }),
  'input.max-depth': limit({
    silence: silences.limits,
    about:
      'The maximum nesting depth of a request body. A deeper body is refused like malformed JSON. "none" is 1,000 levels, the maximum of the mock.',
    places: writes,
    answers: [64, 'none', 32, 512],
    unit: 'levels',
    largest: 1000,
    subject: 'The maximum nesting depth of a request body',
    none: 'unlimited',
    advice: 'Do not nest deeper',
  }),
  'input.media-type': treatment({
    ...otherMediaType,
    about:
      'A request body with a media type other than application/json: refused with a status, parsed as JSON anyway, or ignored (treated as {}).',
    ...perWrite('media-type'),
    subject: 'A request body with a media type other than application/json',
  }),
  'input.form': behaviour({
    silence: silences.invalid,
    about:
      'A form-encoded request body (application/x-www-form-urlencoded): handled like other media types (`input.media-type`), or parsed as the fields of the post.',
    places: writes,
    shownBy: ['create/form'],
    answers: [
      { answer: 'as-other', says: 'handled like other media types' },
      { answer: 'fields', says: 'parsed as the fields of the post', advice: sendJson },
    ],
    subject: 'A form-encoded request body',
  }),
  'input.no-media-type': treatment({
    ...otherMediaType,
    about:
      'A request body without a Content-Type header: refused with a status, parsed as JSON anyway, or ignored (treated as {}).',
    ...perWrite('no-media-type'),
    subject: 'A request body without a Content-Type header',
  }),
  'input.charset': treatment({
    silence: silences.invalid,
    about:
      'A Content-Type of application/json with a charset other than UTF-8 (JSON has no charset parameter: RFC 8259, section 11): the charset is ignored, or the request is refused with a status.',
    ...perWrite('charset'),
    answers: [{ answer: 'ignored', says: 'ignored', shows: { content: 'plain' } }, 415],
    subject: 'A charset other than UTF-8 in the Content-Type of a request',
    advice: 'Send UTF-8 and no charset parameter',
  }),
  'input.content-encoding': treatment({
    silence: silences.invalid,
    about:
      'A request body with a Content-Encoding such as gzip: the header is ignored and the body is not decompressed, or the request is refused with a status (RFC 9110, section 15.5.16).',
    ...perWrite('content-encoding'),
    answers: [{ answer: 'ignored', says: 'ignored', shows: { content: 'plain' } }, 415],
    subject: 'The Content-Encoding of a request body',
    advice: 'Do not compress request bodies',
  }),
  'input.no-body': treatment({
    silence: silences.invalid,
    about: 'A create or replace without a body: refused like malformed JSON, or treated as {}.',
    ...perWrite('no-body'),
    answers: [
      { answer: 'refused', says: 'refused like malformed JSON' },
      {
        answer: 'as-empty-object',
        says: 'treated as {}',
        isEmptyObject: true,
        advice: (_answer, others) =>
          others['input.required'] === 'none' ? `${sendBody}, or an empty post is created` : sendBody,
      },
    ],
    refusedWith: malformedStatus,
    subject: 'A create or replace without a body',
    advice: sendBody,
  }),
  'input.max-length': special<MaxLength, true>({
    silence: silences.input,
    about:
      'The maximum length of title and content in Unicode code points, after `text.kept` is applied. `status` is the status for a longer text; by default that of other invalid fields.',
    isPerOperation: true,
    places: writes,
    answers: ['none', { title: 255 }, { title: 100, content: 10_000 }, { title: 200, status: 413 }],
    schema: z.union([
      z.literal('none'),
      z.strictObject({
        title: z.optional(length),
        content: z.optional(length),
        status: z.optional(clientError),
      }),
    ]),
    allowed: '"none" or { "title": N, "content": N, "status": 4xx }',
    subject: 'The maximum field length',
    says: lengthWords,
    advice: (limit) =>
      lengthWords(limit) === lengthWords('none') ? undefined : 'Limit the length of the input',
  }),
  'input.max-bytes': limit({
    silence: silences.limits,
    about: 'The maximum size of a request body in bytes. A larger body is refused with 413.',
    places: writes,
    answers: [1_048_576, 'none', 102_400, 2_097_152],
    unit: 'bytes',
    subject: 'The maximum size of a request body',
    none: 'unlimited',
    advice: 'Expect 413 for a larger body',
  }),
  'text.kept': behaviour({
    silence: silences.input,
    about:
      'How title and content are stored: unchanged; without leading and trailing whitespace; in Unicode NFC; with LF for CRLF ("lf"), for CRLF and CR ("universal-newlines"), or CRLF for every line ending; without NUL; or with & < > " \' escaped for HTML.',
    ...perWrite('unicode', 'markup', 'blanks', 'line-ends', 'control'),
    answers: [
      { answer: 'verbatim', says: 'unchanged', advice: 'Escape it before you insert it into a page' },
      {
        answer: 'trimmed',
        says: 'without leading and trailing whitespace',
        advice: 'Trim your text before you compare it',
      },
      { answer: 'nfc', says: 'in Unicode NFC', advice: 'Normalize your text to NFC before you compare it' },
      { answer: 'lf', says: 'with LF for CRLF', advice: lineEndings },
      {
        answer: 'universal-newlines',
        says: 'with LF for CRLF and CR',
        advice: lineEndings,
      },
      {
        answer: 'crlf',
        says: 'with CRLF for every line ending',
        advice: lineEndings,
      },
      {
        answer: 'without-nul',
        says: 'without NUL characters',
        advice: 'Remove NUL characters from your text',
      },
      {
        answer: 'html-escaped',
        says: 'escaped for HTML',
        advice: 'Unescape it before you show or edit it',
      },
    ],
    subject: 'The text of a post',
    verb: 'is stored',
  }),
} as const

function invalidWords(status: InvalidStatus): string {
  if (typeof status === 'number') return String(status)
  const { missing, 'wrong-type': wrong, 'not-allowed': not } = status
  if (missing === wrong && wrong === not) return String(missing)
  return `${missing} for a missing field, ${wrong} for a wrong type and ${not} for a value that is not allowed`
}

function lengthWords(limit: MaxLength): string {
  const { title = undefined, content = undefined, status = undefined } = limit === 'none' ? {} : limit
  const words = Object.entries({ title, content }).flatMap(([field, most]) =>
    most === undefined ? [] : [`${counted(most)} characters for ${field}`],
  )
  if (words.length === 0) return 'unlimited'
  return `${words.join(' and ')}${status === undefined ? '' : ` (${status} for a longer text)`}`
}
