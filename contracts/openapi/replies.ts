import { neededCredentials } from '../../handlers/choices/answers.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { refusal } from '../../handlers/http/refusal.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { statusFor } from '../../handlers/operations/json-body.ts'
import { operations } from '../../handlers/operations.ts'
import { answerExample } from '../model/example-reply.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { examples } from '../spec/examples.ts'

/** One reply of the service to a request of one kind. */
export interface DocumentedReply {
  /** What the request does, such as "create a post". */
  readonly about: string
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly clauses: readonly ClauseId[]
  readonly choices: readonly ChoiceId[]
}

/** The replies of a mock with a profile to the examples, and the refusals that no example meets, by operation. */
export async function repliesOf(
  profile: Profile,
): Promise<ReadonlyMap<OperationName, readonly DocumentedReply[]>> {
  const open = completeProfile({
    ...profile,
    'access.credentials': 'none',
    'input.max-bytes': 'none',
    'input.max-length': 'none',
  })
  const replies = new Map<OperationName, readonly DocumentedReply[]>()
  for (const { name } of operations) {
    const answered: DocumentedReply[] = []
    for (const example of examples.filter(({ operation }) => operation === name)) {
      const { description: about, clauses, shows: choices = [], permits } = example
      const { status, headers } = (await answerExample(example, open)).reply
      const isStated = permits === 'success' || permits === 'not-found'
      const stated = isStated ? clauses.filter((id) => id.startsWith(`${name}.`)) : []
      answered.push({ about, status, headers, clauses: stated, choices })
    }
    replies.set(name, [...answered, ...refusalsOf(name, profile)])
  }
  return replies
}

export function isGuarded(operation: OperationName, profile: Profile): boolean {
  const isRead = operation === 'list' || operation === 'read'
  const needed = neededCredentials(profile['access.credentials'])
  return needed !== undefined && !(isRead && needed.guards === 'writes')
}

/** The refusals that no example meets, such as of requests without credentials and over a limit. */
function refusalsOf(operation: OperationName, profile: Profile): DocumentedReply[] {
  const refusals: DocumentedReply[] = []
  const refuse = (
    status: number,
    about: string,
    choices: readonly ChoiceId[],
    parts?: Parameters<typeof refusal>[3],
  ) => {
    const { headers } = refusal(profile, status, about, parts)
    refusals.push({ about, status, headers, clauses: [], choices })
  }
  if (operation === 'replace' || operation === 'delete')
    refuse(profile['id.malformed'], 'use an id that is not an integer', ['id.malformed'])
  if (operation === 'create' || operation === 'replace') {
    const { 'input.max-bytes': bytes, 'input.max-length': length } = profile
    const parts = { body: 'input.invalid-body' } as const
    refuse(
      statusFor(profile, 'wrong-type'),
      'send JSON that is not an object',
      ['input.invalid-status', 'input.invalid-body'],
      parts,
    )
    if (bytes !== 'none') refuse(413, `send a body of more than ${bytes} bytes`, ['input.max-bytes'])
    if (length !== 'none') {
      const status = length.status ?? statusFor(profile, 'not-allowed')
      refuse(status, 'send a text that is too long', ['input.max-length'], parts)
    }
  }
  const needed = neededCredentials(profile['access.credentials'])
  if (needed && isGuarded(operation, profile)) {
    const headers = { ...(needed.status === 401 && { 'www-authenticate': '' }) }
    refuse(needed.status, 'send no valid credentials', ['access.credentials'], { headers })
  }
  const { 'limit.requests': rate, 'limit.time': time } = profile
  if (rate !== 'none') {
    const about = `send more than ${rate.requests} requests in ${rate.seconds} seconds`
    refuse(429, about, ['limit.requests'], { headers: { 'retry-after': '' } })
  }
  if (time !== 'none') refuse(504, `take more than ${time} milliseconds`, ['limit.time'])
  return refusals
}
