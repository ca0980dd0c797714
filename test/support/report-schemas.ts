import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/** What the published schema objects to in a JSON report; nothing where it follows. */
export function jsonFaults(report: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const check = ajv.compile(JSON.parse(readFileSync('docs/verify.schema.json', 'utf8')))
  check(report)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
