import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../handlers/model/json.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { isObject, readBody } from '../spec/post-text.ts'

const mostPlaces = 3
const telling = [/^response\.status /, /^(?!\S*\.(?:matchingRules|generators))/]
const longestValue = 60
/** The most levels that are compared. */
const deepest = 200

/**
 * How a Pact file differs from the derived one, a line for each interaction; line ends are ignored.
 */
export function fileDrift(committed: string | undefined, derived: string): string[] {
  if (committed === undefined) return ['the file does not exist']
  if (committed.replaceAll('\r\n', '\n') === derived) return []
  const before = readBody(committed)
  const after = readBody(derived)
  if (!isObject(before) || !isObject(after)) return ['the file is not JSON']
  if (isDeeperThan(deepest, before)) return ['the file is not a Pact file']
  const [old, now] = [byKey(before), byKey(after)]
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort()
  const lines = keys.flatMap((key) => {
    if (!old.has(key)) return [`added    ${key}`]
    if (!now.has(key)) return [`removed  ${key}`]
    const places = differences(old.get(key), now.get(key), '')
    return places.length === 0 ? [] : [`changed  ${key}: ${shortened(places)}`]
  })
  const { interactions: _old, ...frame } = before
  const { interactions: _now, ...frameNow } = after
  const around = differences(frame, frameNow, '')
  if (around.length > 0) lines.push(`changed  metadata: ${shortened(around)}`)
  return lines.length > 0 ? lines : ['the same interactions, formatted differently']
}

function byKey({ interactions }: { [key: string]: JsonValue }): Map<string, JsonValue> {
  const list = Array.isArray(interactions) ? interactions : []
  return new Map(
    list.map((item, index) => [isObject(item) ? String(item.key ?? item.description) : `#${index}`, item]),
  )
}

/** The paths at which two values differ. */
function differences(before: JsonValue | undefined, after: JsonValue | undefined, path: string): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const [old, now] = [membersOf(before), membersOf(after)]
  if (!old || !now) return [`${path.slice(1)} ${brief(before)} -> ${brief(after)}`]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names.flatMap((name) => differences(old[name], now[name], `${path}.${name}`))
}

function isDeeperThan(levels: number, value: JsonValue): boolean {
  let level: readonly JsonValue[] = [value]
  for (let depth = 0; level.length > 0 && depth <= levels; depth++)
    level = level.flatMap((each) => Object.values(membersOf(each) ?? {}))
  return level.length > 0
}

function membersOf(value: JsonValue | undefined): { [key: string]: JsonValue } | undefined {
  return Array.isArray(value)
    ? { ...(value as unknown as { [key: string]: JsonValue }) }
    : isObject(value)
      ? value
      : undefined
}

/** The most important paths; matching rules follow from the examples. */
function shortened(places: readonly string[]): string {
  const sorted = places.toSorted((one, other) => rankOf(one) - rankOf(other))
  const told = sorted.filter((place, index) => index === 0 || rankOf(place) < telling.length)
  const rest = told.length - mostPlaces
  return `${told.slice(0, mostPlaces).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

function rankOf(place: string): number {
  const rank = telling.findIndex((part) => part.test(place))
  return rank < 0 ? telling.length : rank
}

function brief(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
