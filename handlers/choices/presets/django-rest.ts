import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off django-rest 3.14.0; written by `node test/providers/measure-presets.ts django-rest`, and not by hand.
 */
export const djangoRest: Preset = {
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
