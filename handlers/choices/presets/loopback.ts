import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off loopback 0.19.11; written by `node test/providers/measure-presets.ts loopback`, and not by hand.
 */
export const loopback: Preset = {
  about: { stack: 'loopback 0.19.11', measured: '2026-11-21', by: 'posts-understudy 0.1.0' },
  // input.no-media-type: the reply to "create/no-media-type" (status 422) is none of the known answers.
  // input.content-encoding: a body that says it is in gzip, and is not, is answered with 400: it seems to be decoded.
  unknown: ['input.no-media-type', 'input.content-encoding'],
  'create.status': 200,
  'create.location': 'no',
  'replace.status': 204,
  'replace.body': 'none',
  'replace.body-id': 'refused',
  'input.required': 'title',
  'input.empty': 'title-refused',
  'input.unknown-fields': 'refused',
  'input.client-id': 'refused',
  'input.invalid-status': 422,
  'input.invalid-utf8': 'replaced',
  'input.byte-order-mark': 'ignored',
  'input.max-depth': 'none',
  'input.charset': 415,
  'id.malformed': 400,
  'error.body': { error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail' } },
  'method.other': 404,
  'method.head': 'as-other',
}
