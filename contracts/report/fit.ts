import { headAndTail } from '../judge/evidence.ts'

/** The limit of a report, in bytes: GitHub does not show a longer summary. */
const longestReport = 1_000_000
/** The bounds to try: characters of a text, and items of a list. */
const steps = [
  { text: 4000, items: 500 },
  { text: 1000, items: 200 },
  { text: 250, items: 200 },
  { text: 100, items: 50 },
  { text: 60, items: 10 },
  { text: 60, items: 2 },
] as const

/** Lists of the result itself, such as choices, and the fields of an object are kept up to so many. */
const alwaysKept = 100

/**
 * Renders a report within the limit, by cutting long texts and lists in the result if necessary.
 *
 * @param result plain data.
 */
export function fit<Result>(result: Result, render: (result: Result) => string): string {
  let report = ''
  for (const step of steps) {
    report = render(cut(result, step) as Result)
    if (Buffer.byteLength(report) <= longestReport) break
  }
  return report
}

function cut(value: unknown, most: { readonly text: number; readonly items: number }, level = 0): unknown {
  if (typeof value === 'string') return headAndTail(value, most.text)
  if (Array.isArray(value)) {
    // The result itself is level 0, its lists are level 1.
    const items = level <= 1 ? Math.max(most.items, alwaysKept) : most.items
    const kept = value.slice(0, items).map((item) => cut(item, most, level + 1))
    const left = value.length - items
    return left > 0 && typeof value[0] === 'string' ? [...kept, `… and ${left} more`] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, alwaysKept)
  return Object.fromEntries(
    entries.map(([name, item]) => [headAndTail(name, most.text), cut(item, most, level + 1)]),
  )
}
