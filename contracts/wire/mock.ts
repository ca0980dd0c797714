import { answer } from '../../handlers/answer.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import { emptyWorld, type World } from '../../handlers/world/world.ts'
import { distantId } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { fillBefore, fillRequest, type Situation, type StateValues } from '../scenarios/scenario.ts'
import { makeRequests } from './make-requests.ts'

const base = 'http://understudy.invalid/v1'

/** What a mock replies to a request. */
async function replyOf(world: World, { method, path, headers, body }: SentRequest): Promise<ReceivedReply> {
  const [pathname = '', query = ''] = path.split(/(?=\?)/)
  const read = decodeBody(new TextEncoder().encode(body), world.profile['input.max-bytes'])
  const reply = await answer({ method, base, path: pathname, query, headers, ...read }, world)
  return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
}

/** The values of the state before a request, and a mock's reply. */
export interface AnsweredExample {
  readonly values: StateValues
  readonly reply: ReceivedReply
}

/** The unique text of an example at a mock. */
const title = 'A title'

/** A profile without limits and credentials: they would refuse the examples. */
export function withoutLimits(profile: Profile): Profile {
  return completeProfile({
    ...profile,
    'access.credentials': 'none',
    'input.max-bytes': 'none',
    'input.max-length': 'none',
    'limit.requests': 'none',
    'limit.time': 'none',
  })
}

/** What the mock of a profile without limits replies to a request, after those before it. */
export async function answerExample(situation: Situation, profile: Profile): Promise<AnsweredExample> {
  const world = emptyWorld(profile)
  const send = (request: SentRequest) => replyOf(world, request)
  const ids = await makeRequests(send, fillBefore(situation.after, { title }))
  const { [situation.of ?? 0]: id = distantId } = ids
  const values = { title, id, other: ids.find((each) => each !== id) ?? 1 }
  return { values, reply: await send(fillRequest(situation, values)) }
}
