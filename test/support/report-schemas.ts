import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const require = createRequire(import.meta.url)

/** What the published schema objects to in a JSON report; nothing where it follows. */
export function jsonFaults(report: unknown): string[] {
  const check = reader().compile(JSON.parse(readFileSync('docs/verify.schema.json', 'utf8')))
  check(report)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** What the schema of HAR objects to. Its parts refer to one another, and are of draft 6. */
export function harFaults(report: unknown): string[] {
  const ajv = reader().addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(require('har-schema') as Record<string, object>)) ajv.addSchema(schema)
  const check = ajv.getSchema('har.json#')
  if (!check) throw new Error('There is no schema of HAR.')
  check(report)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function reader(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv
}
