import * as z from 'zod/mini'
import { choose, chooseBy, chooseClientError, clientError, silences } from './choice.ts'

/** A fault in the values of a request body, for choices that answer each one apart. */
export type InvalidStatus =
  | number
  | { readonly missing: number; readonly 'wrong-type': number; readonly 'not-allowed': number }

/** The longest title and content that are taken, in Unicode code points. */
export type MaxLength =
  | 'none'
  | { readonly title?: number | undefined; readonly content?: number | undefined }

const length = z.int().check(z.positive())

/** What the service makes of the body that a create or a replace sends. */
export const inputChoices = {
  'input.required': choose(
    silences.input,
    'The fields without which a create or a replace is refused; one that is not required and not sent is kept as "".',
    ['title+content', 'title', 'content', 'none'],
  ),
  'input.empty': choose(
    silences.input,
    'Whether a field may be empty, after `text.kept` did its work: accepted, or refused in the field or fields named.',
    ['accepted', 'title-refused', 'content-refused', 'refused'],
  ),
  'input.wrong-type': choose(
    silences.input,
    'A title or content that is no string: refused, or a number or boolean is turned into its text and null into "".',
    ['refused', 'coerced'],
  ),
  'input.unknown-fields': choose(
    silences.input,
    'Fields other than title and content: ignored, refused, or stored and given back with the post ("__proto__" is never stored).',
    ['ignored', 'refused', 'stored'],
  ),
  'input.client-id': choose(
    silences.input,
    'A create whose body has an id: the id is ignored, the request is refused, or the post gets that id.',
    ['ignored', 'refused', 'honoured'],
  ),
  'input.client-id-null': choose(
    silences.input,
    'A create whose body has the id null, where `input.client-id` does not ignore ids: refused like another bad id, or done as if there were none.',
    ['refused', 'as-none'],
  ),
  'input.client-id-taken': chooseBy(
    silences.invalid,
    'Where `input.client-id` is honoured: the status of a create whose id another post has.',
    [409, 400, 422, 500],
    z.union([clientError, z.literal(500)]),
    '409, 400, 422, 500 or another 4xx status',
  ),
  'input.invalid-status': chooseBy<InvalidStatus>(
    silences.invalid,
    'The status of a refused body: one for all, or one each for a missing or empty field, a wrong type, and a value or field that is not allowed.',
    [
      400,
      422,
      { missing: 400, 'wrong-type': 422, 'not-allowed': 400 },
      { missing: 422, 'wrong-type': 400, 'not-allowed': 422 },
    ],
    z.union([
      clientError,
      z.strictObject({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
    ]),
    '400, 422, another 4xx status, or { "missing": 4xx, "wrong-type": 4xx, "not-allowed": 4xx }',
  ),
  'input.malformed-status': chooseClientError(
    silences.invalid,
    'The status where a body is not JSON.',
    [400, 422],
  ),
  'input.invalid-utf8': choose(
    silences.invalid,
    'A body that is not UTF-8: refused like one that is not JSON, or each broken byte sequence becomes U+FFFD.',
    ['refused', 'replaced'],
  ),
  'input.byte-order-mark': choose(
    silences.invalid,
    'A body that begins with U+FEFF (RFC 8259, section 8.1): refused like one that is not JSON, or read as if the mark were not there.',
    ['refused', 'ignored'],
  ),
  'input.duplicate-keys': choose(
    silences.invalid,
    'A body that names a field twice (RFC 8259, section 4): the last counts, or it is refused like one that is not JSON.',
    ['last-counts', 'refused'],
  ),
  'input.max-depth': chooseBy(
    silences.limits,
    'How deep a body may nest before it is refused like one that is not JSON; "none" is 1,000 levels, which is as deep as the mock goes.',
    [64, 'none', 32, 512],
    z.union([z.literal('none'), z.int().check(z.minimum(1), z.maximum(1000))]),
    '"none" or a number of levels from 1 to 1000',
  ),
  'input.media-type': choose(
    silences.invalid,
    'A body whose media type is not application/json: refused with a status, read as JSON all the same, or not read at all: then it counts as {}.',
    [415, 400, 'accepted', 'ignored'],
  ),
  'input.no-media-type': choose(
    silences.invalid,
    'A body without a Content-Type header: refused with a status, read as JSON all the same, or not read at all: then it counts as {}.',
    [415, 400, 'accepted', 'ignored'],
  ),
  'input.charset': chooseClientError(
    silences.invalid,
    'A body of media type application/json that names a charset other than UTF-8, a parameter that JSON does not have (RFC 8259, section 11): the charset is ignored, or the request is refused with a status.',
    ['ignored', 415],
  ),
  'input.content-encoding': choose(
    silences.invalid,
    'A body with a Content-Encoding other than identity, such as gzip: the header is ignored and the body read as it came, or it is refused with 415 (RFC 9110, section 15.5.16).',
    ['ignored', 415],
  ),
  'input.no-body': choose(
    silences.invalid,
    'A create or replace without a body: refused like one whose body is not JSON, or taken as if the body were {}.',
    ['refused', 'as-empty-object'],
  ),
  'input.max-length': chooseBy<MaxLength>(
    silences.input,
    'The longest title and content that are taken, in Unicode code points, after `text.kept` did its work.',
    ['none', { title: 255 }, { title: 100, content: 10_000 }],
    z.union([z.literal('none'), z.strictObject({ title: z.optional(length), content: z.optional(length) })]),
    '"none" or { "title": N, "content": N }',
  ),
  'input.max-bytes': chooseBy(
    silences.limits,
    'The largest body that is read, in bytes; a larger one is refused with 413.',
    [1_048_576, 'none', 102_400, 2_097_152],
    z.union([z.literal('none'), length]),
    '"none" or a number of bytes',
  ),
  'text.kept': choose(
    silences.input,
    'What becomes of a text: kept verbatim; blanks at both ends trimmed; Unicode brought to NFC; CRLF made LF; NUL left out; or & < > " \' escaped for HTML.',
    ['verbatim', 'trimmed', 'nfc', 'lf', 'without-nul', 'html-escaped'],
  ),
} as const
