import type { Preset } from './preset.ts'

/**
 * What `calibrate` read off json-server 0.17.4; written by `node test/providers/measure-presets.ts json-server`, and not by hand.
 */
export const jsonServer: Preset = {
  about: { stack: 'json-server 0.17.4', measured: '2026-11-25', by: 'posts-understudy 0.1.0' },
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
