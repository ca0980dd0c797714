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
const sendJson = 'send Content-Type: application/json'

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
      says: 'read as JSON all the same',
      advice: 'a wrong header goes unnoticed here, and not everywhere',
      shows: { content: 'plain' },
    },
    {
      answer: 'ignored',
      says: 'not read, as if it were {}',
      isEmptyObject: true,
      advice: (_answer: unknown, others: Others) =>
        `${sendJson}, or ${others['input.required'] === 'none' ? 'an empty post is made' : 'the fields are said to be missing'}`,
    },
  ],
  advice: sendJson,
} as const

/** The handling of the body of a create or a replace. */
export const inputChoices = {
  'input.required': behaviour({
    silence: silences.input,
    about:
      'The fields without which a create or a replace is refused; one that is not required and not sent is kept as "".',
    ...perWrite('no-title', 'no-content'),
    answers: [
      { answer: 'title+content', says: 'a title and a content', advice: 'always send both' },
      { answer: 'title', says: 'only a title', advice: 'a content that is left out is kept as ""' },
      { answer: 'content', says: 'only a content', advice: 'a title that is left out is kept as ""' },
      {
        answer: 'none',
        says: 'neither title nor content',
        advice: 'what is left out is kept as "", and nothing stops an empty post',
      },
    ],
    subject: 'A create or replace',
    verb: 'needs',
  }),
  'input.empty': behaviour({
    silence: silences.input,
    about:
      'Whether a field may be empty, after `text.kept` is applied: accepted, or refused in the field or fields named.',
    ...perWrite('empty-title', 'empty-content'),
    answers: [
      { answer: 'accepted', says: 'accepted', advice: 'stop empty texts yourself where they are not wanted' },
      { answer: 'title-refused', says: 'refused as a title', advice: 'do not let a title be empty' },
      { answer: 'content-refused', says: 'refused as a content', advice: 'do not let a content be empty' },
      { answer: 'refused', says: 'refused as a title and as a content', advice: 'let neither text be empty' },
    ],
    subject: 'An empty text',
  }),
  'input.wrong-type': treatment({
    silence: silences.input,
    about:
      'A title or content that is not a string: refused, or a number or boolean is turned into its text and null into "".',
    ...perWrite('title-number'),
    answers: [
      { answer: 'refused', says: 'refused', advice: 'send only strings' },
      {
        answer: 'coerced',
        says: 'turned into text',
        advice: 'expect "7" back where 7 was sent',
        shows: { title: '7' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'A title or content that is not a string',
  }),
  'input.unknown-fields': treatment({
    silence: silences.input,
    about:
      'Fields other than title and content: ignored, refused, or stored and given back with the post ("__proto__" is never stored).',
    ...perWrite('unknown-field'),
    answers: [
      { answer: 'ignored', says: 'ignored', advice: 'do not count on reading it again' },
      { answer: 'refused', says: 'refused', advice: 'send only title and content' },
      {
        answer: 'stored',
        says: 'stored and given back',
        advice: 'send none that others may not read',
        shows: { mood: 'calm' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'A field beside title and content',
  }),
  'input.client-id': treatment({
    silence: silences.input,
    about:
      'A create whose body has an id: the id is ignored, the request is refused, or the post gets that id.',
    places: ['create'],
    shownBy: ['create/client-id'],
    answers: [
      { answer: 'ignored', says: 'ignored', advice: 'the post gets another id than the one sent' },
      { answer: 'refused', says: 'refused', advice: 'leave it out' },
      {
        answer: 'honoured',
        says: 'taken for the post',
        advice: 'leave it out, or it may meet that of another post',
        shows: { id: '${id}' },
      },
    ],
    refusedWith: invalidStatus,
    subject: 'An id in the body of a create',
  }),
  'input.client-id-null': treatment({
    silence: silences.input,
    about:
      'A create whose body has the id null, where `input.client-id` does not ignore ids: refused like another bad id, or done as if there were none.',
    places: ['create'],
    shownBy: ['create/client-id-null'],
    answers: [
      { answer: 'refused', says: 'refused' },
      { answer: 'as-none', says: 'done as if the id were not there' },
    ],
    refusedWith: invalidStatus,
    subject: 'A create with the id null',
    advice: 'leave the id out',
    hidden: {
      by: 'input.client-id',
      where: (answer) => answer === 'ignored',
      as: 'as-none',
      why: 'it has no effect: ids of clients are ignored',
    },
  }),
  'input.client-id-taken': status({
    silence: silences.invalid,
    about: 'Where `input.client-id` is honoured: the status of a create whose id another post has.',
    places: ['create'],
    shownBy: ['create/client-id-taken'],
    answers: [409, 400, 422, 500],
    classes: ['4xx or 500'],
    subject: 'A create with the id of another post',
    verb: 'is',
    says: (status, others) =>
      others['input.client-id'] === 'honoured'
        ? `answered with ${status}`
        : others['input.client-id'] === 'ignored'
          ? 'done with a new id'
          : 'refused as with any id',
    advice: (status, others) =>
      others['input.client-id'] !== 'honoured'
        ? 'take the id from the service'
        : status === 500
          ? 'it looks as if the service had failed, so do not send it again'
          : `take ${status} for an id that is taken`,
    hidden: {
      by: 'input.client-id',
      where: (answer) => answer !== 'honoured',
      why: 'it has no effect: ids of clients are not honoured',
    },
  }),
  'input.invalid-status': special<InvalidStatus>({
    silence: silences.invalid,
    about:
      'The status of a refused body: one for all, or one each for a missing or empty field, a wrong type, and a value or field that is not allowed.',
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
    subject: 'A body with bad fields',
    verb: 'is answered with',
    says: invalidWords,
    advice: 'take that for a mistake in the input, and show it there',
  }),
  'input.invalid-body': errorBody({
    about:
      'The body of an error about the fields of a post: that of any other error, or another, such as one with a list of what is wrong.',
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
    subject: 'A body with bad fields',
  }),
  'input.malformed-body': errorBody({
    about:
      'The body of an error about a body that is not JSON, or not said to be: that of any other error, or another.',
    places: writes,
    shownBy: ['create/malformed'],
    subject: 'A body that is not JSON',
  }),
  'input.not-object-body': errorBody({
    about:
      'The body of an error about a body that is JSON, but not an object: that of any other error, or another.',
    places: writes,
    shownBy: ['replace/not-object'],
    subject: 'A body that is not an object',
  }),
  'input.malformed-status': status({
    silence: silences.invalid,
    about: 'The status where a body is not JSON.',
    ...perWrite('malformed'),
    answers: [400, 422],
    subject: 'A body that is not JSON',
    advice: (status) => `take ${status} for a fault of the program, not of its user`,
  }),
  'input.invalid-utf8': treatment({
    silence: silences.invalid,
    about:
      'A body that is not UTF-8: refused like one that is not JSON, or each broken byte sequence becomes U+FFFD.',
    places: writes,
    answers: [
      { answer: 'refused', says: 'refused', advice: 'send UTF-8' },
      {
        answer: 'replaced',
        says: 'taken, with U+FFFD for every broken sequence',
        advice: 'send UTF-8: the service does not report invalid bytes',
      },
    ],
    refusedWith: malformedStatus,
    subject: 'A body that is not UTF-8',
  }),
  'input.byte-order-mark': treatment({
    silence: silences.invalid,
    about:
      'A body that begins with U+FEFF (RFC 8259, section 8.1): refused like one that is not JSON, or read as if the mark were not there.',
    ...perWrite('byte-order-mark'),
    answers: [
      { answer: 'refused', says: 'refused like one that is not JSON' },
      { answer: 'ignored', says: 'read as if there were none', shows: { content: 'plain' } },
    ],
    refusedWith: malformedStatus,
    subject: 'A body that begins with a byte order mark',
    advice: 'send none',
  }),
  'input.duplicate-keys': treatment({
    silence: silences.invalid,
    about:
      'A body that names a field twice (RFC 8259, section 4): the last counts, or it is refused like one that is not JSON.',
    ...perWrite('duplicate-key'),
    answers: [
      { answer: 'last-counts', says: 'taken, the last one counting', shows: { title: '${title}' } },
      { answer: 'refused', says: 'refused' },
    ],
    refusedWith: malformedStatus,
    subject: 'A body that names a field twice',
    advice: 'name every field once',
  }),
  'input.max-depth': limit({
    silence: silences.limits,
    about:
      'How deep a body may nest before it is refused like one that is not JSON; "none" is 1,000 levels, which is as deep as the mock goes.',
    places: writes,
    answers: [64, 'none', 32, 512],
    unit: 'levels',
    largest: 1000,
    subject: 'A body',
    verb: 'may nest',
    none: 'to any depth',
    advice: 'flatten what is deeper',
  }),
  'input.media-type': treatment({
    ...otherMediaType,
    about:
      'A body whose media type is not application/json: refused with a status, read as JSON all the same, or not read at all: then it counts as {}.',
    ...perWrite('media-type'),
    subject: 'A body of another media type than application/json',
  }),
  'input.form': behaviour({
    silence: silences.invalid,
    about:
      'A body that is an HTML form (application/x-www-form-urlencoded): answered like any other media type that is not application/json, or read as the fields of the post.',
    places: writes,
    shownBy: ['create/form'],
    answers: [
      { answer: 'as-other', says: 'like any other media type that is not application/json' },
      { answer: 'fields', says: 'as the fields of the post', advice: sendJson },
    ],
    subject: 'A body that is an HTML form',
    verb: 'is taken',
  }),
  'input.no-media-type': treatment({
    ...otherMediaType,
    about:
      'A body without a Content-Type header: refused with a status, read as JSON all the same, or not read at all: then it counts as {}.',
    ...perWrite('no-media-type'),
    subject: 'A body without a Content-Type header',
  }),
  'input.charset': treatment({
    silence: silences.invalid,
    about:
      'A body of media type application/json that names a charset other than UTF-8, a parameter that JSON does not have (RFC 8259, section 11): the charset is ignored, or the request is refused with a status.',
    ...perWrite('charset'),
    answers: [{ answer: 'ignored', says: 'read as UTF-8 all the same', shows: { content: 'plain' } }, 415],
    subject: 'A body of JSON that names a charset other than UTF-8',
    advice: 'send UTF-8, and name no charset',
  }),
  'input.content-encoding': treatment({
    silence: silences.invalid,
    about:
      'A body with a Content-Encoding other than identity, such as gzip: the header is ignored and the body read as it came, or it is refused with a status (RFC 9110, section 15.5.16).',
    ...perWrite('content-encoding'),
    answers: [{ answer: 'ignored', says: 'read as it came', shows: { content: 'plain' } }, 415],
    subject: 'A body with a Content-Encoding',
    advice: 'compress no bodies',
  }),
  'input.no-body': treatment({
    silence: silences.invalid,
    about:
      'A create or replace without a body: refused like one whose body is not JSON, or taken as if the body were {}.',
    ...perWrite('no-body'),
    answers: [
      { answer: 'refused', says: 'refused like one that is not JSON' },
      {
        answer: 'as-empty-object',
        says: 'taken for {}',
        isEmptyObject: true,
        advice: (_answer, others) =>
          others['input.required'] === 'none'
            ? 'a body that gets lost makes an empty post'
            : 'always send a body',
      },
    ],
    refusedWith: malformedStatus,
    subject: 'A create or replace without a body',
    advice: 'always send a body',
  }),
  'input.max-length': special<MaxLength, true>({
    silence: silences.input,
    about:
      'The longest title and content that are taken, in Unicode code points, after `text.kept` is applied; and the status of a longer one, where other bad fields have another.',
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
    subject: 'A text',
    verb: 'may have',
    says: lengthWords,
    advice: (limit) => (lengthWords(limit) === lengthWords('none') ? undefined : 'limit what can be typed'),
  }),
  'input.max-bytes': limit({
    silence: silences.limits,
    about: 'The largest body that is read, in bytes; a larger one is refused with 413.',
    places: writes,
    answers: [1_048_576, 'none', 102_400, 2_097_152],
    unit: 'bytes',
    subject: 'A body',
    verb: 'may have',
    none: 'any size',
    advice: 'expect 413 for a larger one',
  }),
  'text.kept': behaviour({
    silence: silences.input,
    about:
      'How a text is stored: verbatim; blanks at both ends trimmed; Unicode brought to NFC; CRLF made LF, or a single CR too, or every line end CRLF; NUL left out; or & < > " \' escaped for HTML.',
    ...perWrite('unicode', 'markup', 'blanks', 'line-ends', 'control'),
    answers: [
      { answer: 'verbatim', says: 'as it was sent', advice: 'escape it before it goes into a page' },
      {
        answer: 'trimmed',
        says: 'without the blanks at its ends',
        advice: 'do not compare the blanks at its ends with what was sent',
      },
      { answer: 'nfc', says: 'in the Unicode form NFC', advice: 'compare it with what was sent in NFC' },
      { answer: 'lf', says: 'with LF for CRLF', advice: 'do not compare its line ends with what was sent' },
      {
        answer: 'universal-newlines',
        says: 'with LF for CRLF and for CR',
        advice: 'do not compare its line ends with what was sent',
      },
      {
        answer: 'crlf',
        says: 'with CRLF for every line end',
        advice: 'do not compare its line ends with what was sent',
      },
      { answer: 'without-nul', says: 'without NUL', advice: 'do not compare NULs with what was sent' },
      {
        answer: 'html-escaped',
        says: 'escaped for HTML',
        advice: 'unescape it before it is shown as text or sent again',
      },
    ],
    subject: 'A text',
    verb: 'is kept',
  }),
} as const

function invalidWords(status: InvalidStatus): string {
  if (typeof status === 'number') return String(status)
  const { missing, 'wrong-type': wrong, 'not-allowed': not } = status
  if (missing === wrong && wrong === not) return String(missing)
  return `${missing} where a field is missing, ${wrong} where its type is wrong, ${not} where it is not allowed`
}

function lengthWords(limit: MaxLength): string {
  const { title = undefined, content = undefined, status = undefined } = limit === 'none' ? {} : limit
  const words = Object.entries({ title, content }).flatMap(([field, most]) =>
    most === undefined ? [] : [`up to ${counted(most)} characters as a ${field}`],
  )
  if (words.length === 0) return 'any length'
  return `${words.join(' and ')}${status === undefined ? '' : `, more being answered with ${status}`}`
}
