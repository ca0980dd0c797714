const ranges = ['application/json', 'application/*', '*/*']

/**
 * Whether a client accepts application/json, by its Accept header (RFC 9110, section 12.5.1): the most specific matching range
 * applies, and a weight of 0 excludes. Without a header, or with an empty one, a client accepts anything.
 */
export function takesJson(accept = '*/*'): boolean {
  // The usual values need no parsing.
  if (accept === '*/*' || accept === 'application/json') return true
  const sent = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([range, ...parameters]) => range !== '' || parameters.length > 0)
  if (sent.length === 0) return true
  for (const wanted of ranges) {
    // Java's HttpURLConnection writes "*" for "*/*".
    const fitting = sent.filter(([range]) => (range === '*' ? '*/*' : range) === wanted)
    if (fitting.length > 0) return fitting.some((range) => !range.some((part) => /^q=0(?:\.0*)?$/.test(part)))
  }
  return false
}
