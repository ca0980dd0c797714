import * as z from 'zod/mini'
import type { ErrorFields, NamedErrorBody } from '../model/error-fields.ts'
import { choose, chooseBy, chooseClientError, silences } from './choice.ts'

/** The type of a field that a service adds to every post. A timestamp is the moment of creation, as RFC 3339 writes it. */
export type ExtraFieldType = 'string' | 'integer' | 'number' | 'boolean' | 'timestamp'

/** Names and types of the fields beside id, title and content. */
export type ExtraFieldTypes = 'none' | Readonly<Record<string, ExtraFieldType>>

const fieldName = z
  .string()
  .check(
    z.regex(
      /^(?!(?:id|title|content|__proto__)$).+$/,
      'expected a name other than id, title, content and __proto__',
    ),
  )
const errorField = z.string().check(z.regex(/^(?!__proto__$).+$/, 'expected a name other than __proto__'))
const errorPart = z.literal(['status', 'title', 'detail'])
const fieldType = z.literal(['string', 'integer', 'number', 'boolean', 'timestamp'])

/** What replies look like, and what requests beside the five operations meet. */
export const replyChoices = {
  'error.body': chooseBy<NamedErrorBody | ErrorFields>(
    silences.errorBody,
    'The body of an error: an object with status, title, detail and a list of errors; one with a message alone; one whose fields, by name, hold the status, its title or the detail; {}; or nothing.',
    [
      'object',
      'message',
      'empty-object',
      'none',
      { detail: 'detail' },
      { error: { statusCode: 'status', name: 'title', message: 'detail' } },
    ],
    z.union([
      z.literal(['object', 'message', 'empty-object', 'none']),
      z.record(errorField, z.union([errorPart, z.record(errorField, errorPart)])),
    ]),
    '"object", "message", "empty-object", "none" or { "name": "status" | "title" | "detail", "name": { "name": … } }',
  ),
  'list.order': choose(
    silences.query,
    'The order of a list: by id, oldest insertion first, or an order that means nothing (and stays the same while no post changes).',
    ['id-ascending', 'id-descending', 'insertion', 'unordered'],
  ),
  'list.query': choose(
    silences.query,
    'A list with query parameters: they are ignored, or the request is refused with 400.',
    ['ignored', 'refused'],
  ),
  'post.extra-fields': chooseBy<ExtraFieldTypes>(
    silences.input,
    'Fields that the service adds to every post beside id, title and content; they win over stored fields of a client.',
    [
      'none',
      { createdAt: 'timestamp' },
      { author: 'string', likes: 'integer', score: 'number', published: 'boolean' },
    ],
    z.union([z.literal('none'), z.record(fieldName, fieldType)]),
    '"none" or { "name": "string" | "integer" | "number" | "boolean" | "timestamp" }',
  ),
  'wire.charset': choose(
    silences.replies,
    'Whether the Content-Type of a reply names a charset: application/json alone, or with charset=utf-8.',
    ['none', 'utf-8'],
  ),
  'wire.accept': choose(
    silences.others,
    'A request whose Accept header excludes application/json (RFC 9110, section 12.5.1): answered all the same, or refused with 406.',
    ['ignored', 406],
  ),
  'input.unexpected': choose(
    silences.others,
    'A GET or DELETE that has a body: the body is ignored, or the request is refused with 400.',
    ['ignored', 'refused'],
  ),
  'input.query': choose(
    silences.others,
    'A read, create, replace or delete with query parameters: they are ignored, or the request is refused with 400.',
    ['ignored', 'refused'],
  ),
  'method.other': choose(
    silences.others,
    'The status of a method that the path does not have; 405 comes with an Allow header.',
    [405, 404, 501],
  ),
  'method.head': choose(
    silences.others,
    'HEAD: answered as GET without the body (RFC 9110, section 9.3.2), or as a method that the path does not have.',
    ['as-get', 'as-other'],
  ),
  'method.options': choose(
    silences.others,
    'OPTIONS that is no preflight: answered with 204 and Allow, or as a method that the path does not have.',
    ['allow', 'as-other'],
  ),
  'path.unknown': chooseClientError(
    silences.others,
    'The status of a path below the base address that is not in the document.',
    [404, 400],
  ),
  'path.trailing-slash': choose(
    silences.others,
    'A path with one slash too many at its end: served as if it were not there, or an unknown path.',
    ['served', 'unknown'],
  ),
  'cors.origins': choose(
    silences.others,
    'Whether pages of other origins may call the service: any may, preflights answered (Fetch Standard), or none.',
    ['any', 'none'],
  ),
} as const
