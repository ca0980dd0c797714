import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off django-rest 3.14.0; written by `node test/providers/measure-presets.ts django-rest`, and not by hand.
 */
export const djangoRest: Preset = {
  about: { stack: 'django-rest 3.14.0', measured: '2026-11-22', by: 'posts-understudy 0.1.0' },
  // id.out-of-range: an id beyond int64 is answered with 500.
  unknown: ['id.out-of-range'],
  'create.location': 'no',
  'replace.checks-first': 'post',
  'input.empty': 'refused',
  'input.wrong-type': 'coerced',
  'input.invalid-body': 'fields',
  'input.not-object-body': { non_field_errors: 'errors' },
  'input.max-depth': 948,
  'input.no-body': 'as-empty-object',
  'input.max-length': { title: 100 },
  'input.max-bytes': 'none',
  'text.kept': 'trimmed',
  'id.leading-zeros': 'same',
  'error.body': { detail: 'detail' },
  'wire.accept': 406,
  'path.unknown-body': 'html',
  'path.trailing-slash': 'unknown',
  'cors.origins': 'none',
}
