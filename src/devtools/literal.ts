import { visibleJson } from '../../handlers/model/visible.ts'

/** A value as JavaScript has it: a string in single quotes where that is simple, JSON otherwise. */
export function literal(value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/.test(value)) return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${key(name)}: ${literal(field)}`)
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  // What a reader does not see, or what turns the direction of a line, is written out: a test is read before it is run.
  return visibleJson(JSON.stringify(value))
}

function key(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : literal(name)
}
