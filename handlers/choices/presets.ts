import type { AnswerTo, ChoiceId } from '../choices.ts'

/** A profile of this package: the answers that differ from the defaults. */
export type Preset = { readonly [Id in ChoiceId]?: AnswerTo<Id> } & {
  /** The stack with its version, when it was measured, and by which version of this package. */
  readonly about?: unknown
  /** The choices to which no profile can say the answer of the stack; the mock answers what comes nearest. */
  readonly unknown?: readonly ChoiceId[]
}

/** The least that a client may get: no bodies, no Location, no error bodies. */
const minimal: Preset = {
  'create.status': 201,
  'create.body': 'none',
  'create.location': 'no',
  'replace.status': 204,
  'replace.body': 'none',
  'delete.status': 204,
  'delete.body': 'none',
  'error.body': 'none',
}

// What `calibrate` read off real stacks, as test/providers/README.md says.

const jsonServer: Preset = {
  about: { stack: 'json-server 0.17.4', measured: '2026-11-25', by: 'posts-understudy 0.1.0' },
  // It keeps a number as a number, and PATCH changes a post.
  unknown: ['input.wrong-type', 'method.other'],
  'create.location': 'absolute',
  'delete.status': 200,
  'delete.body': {},
  'input.required': 'none',
  'input.wrong-type': 'coerced',
  'input.unknown-fields': 'stored',
  'input.client-id': 'honoured',
  'input.media-type': 'ignored',
  'input.max-bytes': 10485760,
  'id.reuse': 'highest-plus-one',
  'error.body': {},
  'list.order': 'insertion',
  'method.other': 404,
}

const djangoRest: Preset = {
  about: { stack: 'django-rest 3.14.0', measured: '2026-11-22', by: 'posts-understudy 0.1.0' },
  'create.location': 'no',
  'input.empty': 'refused',
  'input.wrong-type': 'coerced',
  'input.invalid-body': 'fields',
  'input.max-length': { title: 100 },
  'input.max-bytes': 'none',
  'text.kept': 'trimmed',
  'error.body': { detail: 'detail' },
  'cors.origins': 'none',
}

const loopback: Preset = {
  about: { stack: 'loopback 0.19.11', measured: '2026-11-25', by: 'posts-understudy 0.1.0' },
  'create.status': 200,
  'create.location': 'no',
  'replace.status': 204,
  'replace.body': 'none',
  'replace.body-id': 400,
  'input.required': 'title',
  'input.empty': 'title-refused',
  'input.unknown-fields': 'refused',
  'input.client-id': 'refused',
  'input.invalid-status': 422,
  'input.invalid-body': {
    error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail', details: 'errors' },
  },
  'id.malformed': 400,
  'error.body': { error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail' } },
  'method.other': 404,
}

/** The profiles of this package, by name. */
export const presets = {
  default: {} as Preset,
  minimal,
  'json-server': jsonServer,
  'django-rest': djangoRest,
  loopback,
} as const

export type PresetName = keyof typeof presets
