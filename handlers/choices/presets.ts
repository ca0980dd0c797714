import { djangoRest } from './presets/django-rest.ts'
import { jsonServer } from './presets/json-server.ts'
import { loopback } from './presets/loopback.ts'
import type { Preset } from './presets/preset.ts'

const byDefault: Preset = {}

/** Bare statuses: no bodies, no Location, no error bodies. What a client must be able to live with. */
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

/** Profiles that ship with the package, by name. Those of real stacks are read off them: test/providers/measure-presets.ts. */
export const presets = {
  default: byDefault,
  minimal,
  'json-server': jsonServer,
  'django-rest': djangoRest,
  loopback,
} as const

/** The name of a profile that ships with the package. */
export type PresetName = keyof typeof presets
