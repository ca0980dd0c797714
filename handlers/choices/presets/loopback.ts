import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off loopback 0.19.11; written by `node test/providers/measure-presets.ts loopback`, and not by hand.
 */
export const loopback: Preset = {
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
