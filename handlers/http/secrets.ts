const secretName =
  /auth(?!or(?!i[sz]))|cookie|credential|(?<!idempotency-)key(?![a-z])|(?<!by|com)pass(?:w|phrase|code|(?![a-z]))|secret|session|signature|token|(?<![a-z])sign(?![a-z])/i

/** Whether a header or query parameter of this name may contain a secret. */
export function isSecret(name: string): boolean {
  return secretName.test(name)
}

export function redactedQuery(query: string): string {
  return query.replace(/([?&])([^=&]*)=([^&]*)/g, (whole, mark, name) =>
    isSecret(name) ? `${mark}${name}=[redacted]` : whole,
  )
}
