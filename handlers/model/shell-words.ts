/** Quotes a text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A header as one word of a shell, as curl takes it. */
export function headerWord(name: string, value: string): string {
  // curl takes "Name:" for the wish to leave a header out.
  return quoted(value === '' ? `${name};` : `${name}: ${value}`)
}

/**
 * A header as one word of a shell, its value taken from a variable such as `$AUTHORIZATION`. Any page may have sent a header
 * of any name, and a shell runs what stands between backticks in double quotes.
 */
export function secretHeader(name: string): string {
  const variable = variableOf(name)
  return /^[\w-]+$/.test(name) ? `"${name}: $${variable}"` : `${quoted(`${name}: `)}"$${variable}"`
}

/** The variable for a header; a name of one word, such as User or Path, may be one that every shell has. */
function variableOf(name: string): string {
  const variable = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_')
  return variable.includes('_') || ['AUTHORIZATION', 'COOKIE'].includes(variable)
    ? variable
    : `${variable}_HEADER`
}
