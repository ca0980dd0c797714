import type { ExampleRequest } from '../document/example.ts'

/**
 * Why a request cannot stand in a Pact file; undefined where it can. Such an interaction is derived, run and judged
 * like any other, only not by Pact.
 */
export function outsidePact({ body, mediaType, sending }: ExampleRequest): string | undefined {
  if (body === undefined) return undefined
  if (sending !== undefined) return 'Pact sends a body at once.'
  if (mediaType === null) return 'Pact sends no body without a media type.'
  if (typeof body !== 'string') return undefined
  if (body.includes('${'))
    return 'Pact puts what a provider state gives into JSON values only, not into an exact text.'
  return isJson(body)
    ? 'Pact writes JSON anew, and the exact text would be lost.'
    : "Pact's verifier for JavaScript refuses a body that is not JSON before the provider can."
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
