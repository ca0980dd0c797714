import { parseWithSource } from '../../handlers/model/json.ts'

/** Reads JSON with every integer as a bigint, so that none is rounded and `7.0` is told from `7`. */
export function parse(text: string): unknown {
  return parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && /^-?\d+$/.test(source ?? '') ? BigInt(source ?? '') : value,
  )
}
