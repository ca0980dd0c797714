import { neededCredentials } from '../../handlers/choices/answers.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { type ErrorBody, refusal } from '../../handlers/http/refusal.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { statusFor } from '../../handlers/operations/json-body.ts'
import { answerExample } from '../model/mock.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { examples } from '../spec/examples.ts'

/** One reply of the service to a request of one kind. */
export interface DocumentedReply {
  readonly status: number
  /** Undefined where it has no body. */
  readonly mediaType: string | undefined
  /** What decides it. */
  readonly ids: readonly (ClauseId | ChoiceId)[]
}

/** The replies of a mock with a profile to the examples of an operation, and the refusals that no example meets. */
export async function repliesOf(operation: OperationName, profile: Profile): Promise<DocumentedReply[]> {
  const open = completeProfile({
    ...profile,
    'access.credentials': 'none',
    'input.max-bytes': 'none',
    'input.max-length': 'none',
  })
  const replies: DocumentedReply[] = []
  for (const example of examples.filter((each) => each.operation === operation)) {
    const { clauses, shows = [], permits } = example
    const { status, headers } = (await answerExample(example, open)).reply
    const isStated = permits === 'success' || permits === 'not-found'
    const stated = isStated ? clauses.filter((id) => id.startsWith(`${operation}.`)) : []
    replies.push({ status, mediaType: headers['content-type'], ids: [...stated, ...shows] })
  }
  return [...replies, ...refusalsOf(operation, profile)]
}

export function isGuarded(operation: OperationName, profile: Profile): boolean {
  const isRead = operation === 'list' || operation === 'read'
  const needed = neededCredentials(profile['access.credentials'])
  return needed !== undefined && !(isRead && needed.guards === 'writes')
}

/** The refusals that no example meets, such as of requests without credentials and over a limit. */
function refusalsOf(operation: OperationName, profile: Profile): DocumentedReply[] {
  const refused = (status: number, id: ChoiceId, body: ErrorBody = 'error.body') => {
    const { headers } = refusal(profile, status, '', { body })
    return [{ status, mediaType: headers['content-type'], ids: [id] }]
  }
  const hasInput = operation === 'create' || operation === 'replace'
  const ofInput = 'input.invalid-body'
  const length = profile['input.max-length']
  const needed = neededCredentials(profile['access.credentials'])
  return [
    ...(operation === 'list' || operation === 'create'
      ? []
      : refused(profile['id.malformed'], 'id.malformed')),
    ...(hasInput ? refused(statusFor(profile, 'wrong-type'), 'input.invalid-status', ofInput) : []),
    ...(hasInput && profile['input.max-bytes'] !== 'none' ? refused(413, 'input.max-bytes') : []),
    ...(hasInput && length !== 'none'
      ? refused(length.status ?? statusFor(profile, 'not-allowed'), 'input.max-length', ofInput)
      : []),
    ...(needed && isGuarded(operation, profile) ? refused(needed.status, 'access.credentials') : []),
    ...(profile['limit.requests'] === 'none' ? [] : refused(429, 'limit.requests')),
    ...(profile['limit.time'] === 'none' ? [] : refused(504, 'limit.time')),
  ]
}
