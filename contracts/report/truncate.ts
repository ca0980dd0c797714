import { headAndTail } from '../judge/excerpt.ts'

/** The limit of a report, in bytes: GitHub shows no longer summary. */
const longestReport = 1_000_000
/** The bounds to try: characters of a text. Of a list as many items as an eighth of that. */
const bounds = [4000, 1000, 250, 60]

/** Beyond the first bound, lists of the result itself, such as choices, keep up to so many; fields of an object always. */
const alwaysKept = 100

/**
 * Renders a report within the limit, by cutting long texts and lists in the result if necessary.
 *
 * @param result plain data.
 * @param longest the limit, in bytes.
 */
export function truncated<Result>(
  result: Result,
  render: (result: Result) => string,
  longest = longestReport,
): string {
  let report = ''
  for (const bound of bounds) {
    report = render(cut(result, bound) as Result)
    if (Buffer.byteLength(report) <= longest) break
  }
  return report
}

function cut(value: unknown, bound: number, level = 0): unknown {
  if (typeof value === 'string') return headAndTail(value, bound)
  if (Array.isArray(value)) {
    // The result itself is level 0, its lists are level 1.
    const isWhole = level <= 1 && bound === bounds[0]
    const most = isWhole ? value.length : Math.max(bound >> 3, level <= 1 ? alwaysKept : 0)
    const kept = value.slice(0, most).map((item) => cut(item, bound, level + 1))
    const left = value.length - most
    return left > 0 && typeof value[0] === 'string' ? [...kept, `… and ${left} more`] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).slice(0, alwaysKept)
  return Object.fromEntries(
    members.flatMap(([name, item]) => {
      if (name !== 'repeat') return [[headAndTail(name, bound), cut(item, bound, level + 1)]]
      // A part of a script is of no use.
      return bound === bounds[0] || String(item).length <= bound ? [[name, item]] : []
    }),
  )
}
