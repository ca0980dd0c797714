/** The ranges that application/json fits, the most specific first (RFC 9110, section 12.5.1). */
const fitting = [/^application\/json\s*(;|$)/, /^application\/\*\s*(;|$)/, /^\*(\/\*)?\s*(;|$)/]

/** Asks whether an Accept header leaves application/json out. */
export function excludesJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .map((range) => range.trim())
  const named = ranges.filter((range) => range !== '')
  const meant = fitting
    .map((range) => named.filter((text) => range.test(text)))
    .find(({ length }) => length > 0)
  if (!meant) return named.length > 0
  return meant.every((range) => /;\s*q=0(\.0*)?\s*(;|$)/.test(range))
}
