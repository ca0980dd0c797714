import { djangoRest } from './presets/django-rest.ts'
import { jsonServer } from './presets/json-server.ts'
import { loopback } from './presets/loopback.ts'
import type { Preset } from './presets/preset.ts'

const byDefault: Preset = {}

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

/** The profiles of this package, by name. Those of real stacks are measured by test/providers/measure-presets.ts. */
export const presets = {
  default: byDefault,
  minimal,
  'json-server': jsonServer,
  'django-rest': djangoRest,
  loopback,
} as const

/** The name of a preset. */
export type PresetName = keyof typeof presets
