import { comparedIn, type Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { WriteName } from '../../handlers/endpoints.ts'
import { eachField, type FieldName, fieldNames } from '../../handlers/fields.ts'
import { isSecret } from '../../handlers/http/secrets.ts'
import { defined } from '../../handlers/model/members.ts'
import { expressible } from '../choices/detect.ts'
import { answerOf, type Detection, type Detections, other, seen, undetermined } from '../choices/detection.ts'
import { counted } from '../counted.ts'
import { leavesOut, type RunContext } from '../run/context.ts'
import { send } from '../run/requests.ts'
import { withSequence } from '../run/run-sequence.ts'
import type { Sequence } from '../run/sequence.ts'
import { createPost } from '../run/states.ts'
import { listPath, postPath } from '../scenarios/addresses.ts'
import { jsonRequest, plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import type { ProviderClient } from '../wire/client.ts'
import { ProviderUnreachable, SetUpError } from '../wire/failure.ts'
import { isBusy, isLimited, isRefusal, isSuccess, noDecisionIn } from '../wire/status.ts'

interface ExperimentTerms {
  readonly run: Sequence
  readonly client: ProviderClient
  /** What the experiments before it found. */
  readonly found: Detections
  /** The answers that are expected: a limit is looked for there first. Missing where nothing is expected. */
  readonly profile?: Profile
}

/** Finds the answer to a choice that no example shows. */
type Experiment = (terms: ExperimentTerms) => Promise<Detection>

const origin = 'https://pages.example.com'

/**
 * What a page of another origin may do (Fetch Standard, CORS protocol). The preflight of a browser has none of the headers
 * of its request, also no credentials: it asks for their names.
 */
const corsOrigins: Experiment = async ({ run, client }) => {
  const read = await send(run, { method: 'GET', path: listPath, headers: { origin } })
  const names = ['content-type', ...Object.keys(client.headers)]
  const headers = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': names.toSorted().join(),
  }
  const preflight = { method: 'OPTIONS', path: postPath(1), headers }
  const reply = await client.withHeaders({}).send(preflight)
  const isDecided = !isLimited(reply) && !isBusy(reply)
  if (noDecisionIn(read.reply) || !isDecided)
    return undetermined(`${answerOf(isDecided ? read : { request: preflight, reply })} to another origin`)
  const mayRead = allows(read.reply, 'origin', origin)
  const mayWrite =
    isSuccess(reply) &&
    allows(reply, 'origin', origin) &&
    allows(reply, 'methods', 'put') &&
    names.every((name) => allows(reply, 'headers', name))
  if (mayRead === mayWrite) return seen(mayRead ? 'any' : 'none')
  return other(`a page of another origin may ${mayRead ? 'read and not write' : 'write and not read'}`)
}

/** Whether a reply allows something to a page; `*` does not stand for credentials. */
function allows({ headers }: ReceivedReply, what: string, name: string): boolean {
  const listed = (headers[`access-control-allow-${what}`] ?? '').split(',')
  const names = name === 'authorization' ? [name] : ['*', name]
  return listed.some((each) => names.includes(each.trim().toLowerCase()))
}

/** The credentials that the provider needs: a read, and where that is open a delete of a post of the run, both without them. */
const credentials: Experiment = async ({ client, run }) => {
  const given = Object.entries(client.headers)
  const [secret = given[0]] = given.filter(([header]) => isSecret(header))
  if (!secret) return seen('none')
  const [name, value] = secret
  const others = given.filter(([header]) => header !== name && !isSecret(header))
  const without = client.withHeaders(Object.fromEntries(others))
  let request = plainRequest('GET', listPath)
  let reply = await without.send(request)
  const isReadOpen = isSuccess(reply)
  if (isReadOpen) {
    needs(run, 'delete')
    const { id } = await createPost(run)
    request = plainRequest('DELETE', postPath(id))
    reply = await without.send(request)
    if (isSuccess(reply)) {
      run.note({ kind: 'deleted', id })
      return seen('none')
    }
  }
  if (!isRefusal(reply) || isLimited(reply))
    return undetermined(`${answerOf({ request, reply })} without credentials`)
  // What is not usual of what they guard, and of the status without them.
  const more = defined({
    guards: isReadOpen ? 'writes' : undefined,
    status: reply.status === 401 ? undefined : reply.status,
  })
  if (name !== 'authorization') return seen({ header: name, ...more })
  const scheme = value.split(' ')[0]?.toLowerCase()
  return seen(Object.keys(more).length === 0 ? scheme : { scheme, ...more })
}

/** @throws SetUpError where the run leaves an operation out. */
function needs({ context }: Sequence, operation: WriteName): void {
  if (leavesOut(context, operation)) throw new SetUpError(`the run sends no ${operation}`)
}

/** The largest body that is tried, in bytes. */
const largestBody = 2 ** 21 + 1
/** The longest text that is tried, in characters, and at least the bytes of the rest of its body. */
const longestText = 70_000
const frame = 150

/** Where a service begins to refuse sizes. */
interface Limit {
  /** The largest accepted size. */
  readonly taken: number
  /** The status of the next size, 0 for a closed connection; undefined where no size was refused. */
  readonly status: number | undefined
}

/**
 * Finds a limit by bisection.
 * @param expected the largest accepted size, if it is known: where it is right, two requests show it.
 * @throws SetUpError where a reply decides nothing, or the run leaves replaces out.
 */
async function findLimit(
  { client, run, profile }: ExperimentTerms,
  [smallest, largest]: readonly [number, number],
  expected: unknown,
  requestOf: (size: number) => SentRequest,
): Promise<Limit> {
  const sent = async (size: number) => {
    try {
      return await client.send(requestOf(size))
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      // A service may refuse a large body by closing the connection. This fails if it is gone.
      await send(run, plainRequest('GET', listPath))
      return { status: 0, headers: {}, body: '' }
    }
  }
  needs(run, 'replace')
  let [taken, refused] = [smallest - 1, largest + 1]
  let status: number | undefined
  const likely = typeof expected === 'number' ? [expected, expected + 1] : []
  const nextSize = () =>
    likely.find((size) => size > taken && size < refused) ??
    (refused > largest ? largest : (taken + refused) >> 1)
  while (refused - taken > 1) {
    const size = nextSize()
    const reply = await sent(size)
    if (isSuccess(reply)) taken = size
    else {
      // Where an answer is expected, a lost connection is no evidence against it.
      if (reply.status === 0 ? profile : noDecisionIn(reply))
        throw new SetUpError(
          `a body of ${counted(size)} characters answers ${reply.status}, which decides nothing`,
        )
      refused = size
      status = reply.status
    }
  }
  if (taken < smallest) throw new SetUpError('an ordinary replace fails')
  return { taken, status }
}

/** The largest body of a replace: the same post with more and more blanks. */
const maxBytes: Experiment = async (terms) => {
  const { run, profile } = terms
  const { id, ...texts } = await createPost(run)
  // Its texts are not checked any more.
  run.note({ kind: 'incomplete', id })
  const body = JSON.stringify(texts)
  const sizes = [body.length, largestBody] as const
  const { taken, status } = await findLimit(terms, sizes, profile?.['input.max-bytes'], (size) =>
    jsonRequest('PUT', postPath(id), `${body.slice(0, -1)}${' '.repeat(size - body.length)}}`),
  )
  if (status !== undefined) return seen(taken)
  return {
    kind: 'seen',
    answer: 'none',
    fits: (expected: 'none' | number) => expected === 'none' || expected >= taken,
  }
}

/** The longest texts of a replace; those of a create are taken to be the same. */
const maxLength: Experiment = async (terms) => {
  const { run, found, profile } = terms
  const expected = profile?.['input.max-length'] ?? 'none'
  const body = found['input.max-bytes']
  const bytes = body && body.kind === 'seen' && typeof body.answer === 'number' ? body.answer : largestBody
  const most = Math.min(longestText, bytes - frame)
  const { id, title: mark } = await createPost(run)
  // Its texts are not checked any more.
  run.note({ kind: 'incomplete', id })
  const limits: [FieldName, Limit][] = []
  for (const field of fieldNames) {
    const likely = expected === 'none' ? undefined : expected[field]
    const limit = await findLimit(terms, [1, most], likely, (length) =>
      jsonRequest('PUT', postPath(id), { ...eachField(() => mark), [field]: 'x'.repeat(length) }),
    )
    limits.push([field, limit])
  }
  const limited = limits.filter(([, { status }]) => status !== undefined)
  const taken = Object.fromEntries(limited.map(([field, limit]) => [field, limit.taken]))
  const statuses = limited.map(([, limit]) => limit.status ?? 0)
  const failure = statuses.find((each) => each >= 500)
  if (failure !== undefined) return other(`a longer text answers ${failure}`)
  const status = statuses.find((each) => isRefusal({ status: each }))
  return {
    kind: 'seen',
    answer: limited.length === 0 ? 'none' : { ...taken, ...defined({ status }) },
    fits: (answer: Profile['input.max-length']) => {
      const stated: Exclude<Profile['input.max-length'], 'none'> = answer === 'none' ? {} : answer
      const isStated = ([field, limit]: (typeof limits)[number]) =>
        limit.status === undefined ? (stated[field] ?? most) >= most : stated[field] === limit.taken
      return limits.every(isStated) && [undefined, status].includes(stated.status)
    },
  }
}

/** The choices that no example shows, in order: the largest body bounds the texts. */
export const experiments: readonly (readonly [ChoiceId, Experiment])[] = [
  ['cors.origins', corsOrigins],
  ['input.max-bytes', maxBytes],
  ['input.max-length', maxLength],
  ['access.credentials', credentials],
]

/**
 * Makes the experiments.
 * @param given.profile the answers that are expected: only those that are compared are looked at.
 * @returns what they found.
 */
export async function makeExperiments(
  context: RunContext,
  given: Omit<ExperimentTerms, 'run' | 'found'>,
  onDone: (choice: ChoiceId) => void = () => {},
): Promise<Detections> {
  const { profile } = given
  const isWanted = (choice: ChoiceId) => !profile || comparedIn(profile).has(choice)
  const found: Partial<Record<ChoiceId, Detection>> = {}
  await withSequence(context, async (run) => {
    for (const [choice, experiment] of experiments.filter(([id]) => isWanted(id))) {
      const made = experiment({ ...given, run, found }).catch((error: unknown) => {
        if (error instanceof SetUpError) return undetermined(error.message)
        throw error
      })
      found[choice] = expressible(choice, await made)
      onDone(choice)
    }
  })
  return found
}
