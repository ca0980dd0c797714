import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off loopback 0.19.11; written by `node test/providers/measure-presets.ts loopback`, and not by hand.
 */
export const loopback: Preset = {
  about: { stack: 'loopback 0.19.11', measured: '2026-11-22', by: 'posts-understudy 0.1.0' },
  'create.status': 200,
  'create.location': 'no',
  'replace.status': 204,
  'replace.body': 'none',
  'replace.body-id': 400,
  'replace.body-id-body': { error: { statusCode: 'status', name: 'detail', message: 'detail' } },
  'input.required': 'title',
  'input.empty': 'title-refused',
  'input.unknown-fields': 'refused',
  'input.client-id': 'refused',
  'input.invalid-status': 422,
  'input.invalid-body': {
    error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail', details: 'errors' },
  },
  'input.malformed-body': { error: { statusCode: 'status', name: 'detail', message: 'detail' } },
  'input.not-object-body': {
    error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail', details: 'errors' },
  },
  'input.invalid-utf8': 'replaced',
  'input.byte-order-mark': 'ignored',
  'input.max-depth': 'none',
  'input.no-media-type': 422,
  'input.charset': 415,
  'input.content-encoding': 400,
  'input.no-body': 422,
  'id.malformed': 400,
  'id.leading-zeros': 'same',
  'error.body': { error: { statusCode: 'status', name: 'detail', message: 'detail', code: 'detail' } },
  'method.other': 404,
  'method.head': 'as-other',
  'method.options': 'no-allow',
  'path.unknown-body': { error: { statusCode: 'status', name: 'detail', message: 'detail' } },
}
