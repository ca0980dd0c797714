/** The most that a report may have, in characters: a CI job keeps it, and GitHub shows no longer summary. */
const longestReport = 1_000_000
/** Bounds that are tried one after the other: how long a text may be, in characters, and how many items a list has. */
const steps = [
  { text: 4000, items: 500 },
  { text: 1000, items: 200 },
  { text: 250, items: 200 },
  { text: 100, items: 50 },
  { text: 60, items: 10 },
  { text: 60, items: 2 },
] as const

/** Headers by which a provider opens a session for the run: a report that is sent on must not carry it. */
const opensSession = /^(?:set-cookie2?|authorization|authentication-info|x-.*(?:token|session|secret|key).*)$/

/** What a result has of its own, such as its choices, is whole up to so many; what a provider has sent begins below. */
const alwaysKept = { list: 100, fields: 100, belowFields: 12 } as const
const ofResult = 1

/**
 * Makes a report that is not too long, whatever a provider has sent: where it is, long texts and lists in the result are cut,
 * and say how much they had.
 *
 * @param result plain data.
 * @param longest in bytes. Default about a megabyte.
 */
export function fit<Result>(
  result: Result,
  render: (result: Result) => string,
  longest = longestReport,
): string {
  let report = ''
  for (const step of steps) {
    report = render(cut(result, step) as Result)
    const size = Buffer.byteLength(report)
    // Whoever wants less than the most does not want it at any price.
    if (size <= longest || (step.items <= 50 && size <= longestReport)) break
  }
  return report
}

function cut(value: unknown, most: { readonly text: number; readonly items: number }, level = 0): unknown {
  if (typeof value === 'string') return cutText(value, most.text)
  if (Array.isArray(value)) {
    const items = level <= ofResult ? Math.max(most.items, alwaysKept.list) : most.items
    const left = value.length - items
    const kept = value.slice(0, items).map((item) => cut(item, most, level + 1))
    return left > 0 && typeof value[0] === 'string' ? [...kept, `… and ${left} more`] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = level <= ofResult + 1 ? alwaysKept.fields : alwaysKept.belowFields
  const entries = Object.entries(value).slice(0, Math.max(most.items, fields))
  return Object.fromEntries(
    entries.map(([name, item]) => [
      cutText(name, most.text),
      opensSession.test(name) ? `[${name.replace(/^set-cookie2?$/, 'cookie')}]` : cut(item, most, level + 1),
    ]),
  )
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const tail = longest >> 2
  return `${text.slice(0, longest - tail)}… (${text.length.toLocaleString('en')} characters) …${text.slice(-tail)}`
}
