import { SetUpError } from '../stage.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'

/** Why a run could not begin, or not go on, in a sentence. @throws what is no obstacle, but a fault of ours. */
export function obstacleOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The run was stopped before it came to its end.'
  if (error instanceof ProviderUnreachable) return error.message
  if (error instanceof SetUpError)
    return `Failed to set up a post: ${error.message}.${hintFor(error.exchange?.reply.status)}`
  throw error
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return " Pass credentials with --header 'Authorization: …'."
  if (status === 404 || status === 405)
    return ' Check that the address is the one above /posts, such as https://api.example.com/v1.'
  return ''
}
