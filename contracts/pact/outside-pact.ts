import type { ExampleRequest } from '../spec/example.ts'

/**
 * Why Pact cannot send a request; undefined where it can. Such an interaction is run and judged like any other, but not by Pact.
 */
export function outsidePact({ body, mediaType, sending }: ExampleRequest): string | undefined {
  if (body === undefined) return undefined
  if (sending !== undefined) return 'Pact sends a body in one piece.'
  if (mediaType === null) return 'Pact sends no body without a media type.'
  if (typeof body !== 'string') return undefined
  if (body.includes('${'))
    return 'Pact puts the values of a provider state only into JSON values, not into an exact text.'
  return isJson(body)
    ? 'Pact reformats JSON, so the exact text would be lost.'
    : "Pact's verifier for JavaScript refuses to send a body that is not JSON."
}

/** Whether Pact can send an interaction. */
export function isForPact({ request }: { readonly request: ExampleRequest }): boolean {
  return outsidePact(request) === undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
