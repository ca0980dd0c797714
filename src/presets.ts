import type { AnswerTo, ChoiceId } from './choices.ts'

type Answers = { readonly [Id in ChoiceId]?: AnswerTo<Id> }

const byDefault: Answers = {}

/** Bare statuses: no bodies, no Location, no error bodies. What a client must be able to live with. */
const minimal: Answers = {
  'create.status': 201,
  'create.body': 'none',
  'create.location': 'no',
  'replace.status': 204,
  'replace.body': 'none',
  'delete.status': 204,
  'delete.body': 'none',
  'error.body': 'none',
}

/**
 * json-server 0.17.4 as it comes, as far as the document permits it: what it keeps of a title that is no string, and of
 * one that is missing, no profile can say (test/providers/README.md has all it answered).
 */
const jsonServer: Answers = {
  'create.location': 'absolute',
  'delete.status': 200,
  'delete.body': 'empty-object',
  'error.body': 'empty-object',
  'id.reuse': 'highest-plus-one',
  'input.client-id': 'honoured',
  'input.client-id-taken': 500,
  'input.invalid-utf8': 'replaced',
  'input.max-bytes': 10_485_760,
  'input.max-depth': 'none',
  'input.media-type': 'ignored',
  'input.no-body': 'as-empty-object',
  'input.no-media-type': 'ignored',
  'input.required': 'none',
  'input.unknown-fields': 'stored',
  'input.wrong-type': 'coerced',
  'list.order': 'insertion',
  'method.other': 404,
  'wire.charset': 'utf-8',
}

/** Profiles that ship with the package, by name. */
export const presets = { default: byDefault, minimal, 'json-server': jsonServer } as const

/** The name of a profile that ships with the package. */
export type PresetName = keyof typeof presets
