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

/** json-server 0.17.4 as it comes. */
const jsonServer: Answers = {
  'create.location': 'absolute',
  'delete.status': 200,
  'delete.body': 'empty-object',
  'delete.missing': 404,
  'error.body': 'empty-object',
  'id.reuse': 'highest-plus-one',
  'input.client-id': 'honoured',
  'input.client-id-taken': 500,
  'input.required': 'none',
  'input.unknown-fields': 'stored',
  'input.max-bytes': 102_400,
  'list.order': 'insertion',
  'method.other': 404,
  'wire.charset': 'utf-8',
}

/** Profiles that ship with the package, by name. */
export const presets = { default: byDefault, minimal, 'json-server': jsonServer } as const

/** The name of a profile that ships with the package. */
export type PresetName = keyof typeof presets
