/** A part of a URL without its escapes; one whose escapes are broken stays as it is. */
export function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
