import type { ChoiceId } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/members.ts'
import { type Detection, masked, seen, unknown } from '../choices/detection.ts'
import type { SequenceRun } from '../run/sequence-run.ts'
import { unusedId } from '../run/states.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import type { ProviderClient } from '../wire/client.ts'
import { noDecisionIn } from '../wire/no-decision.ts'

/** The detected answers, by choice. */
export type Detections = { readonly [Id in ChoiceId]?: Detection }

export interface ExperimentTerms {
  readonly run: SequenceRun
  readonly client: ProviderClient
  /** The answers that were detected before. */
  readonly found: Detections
}

/** Finds the answer to a choice that no example shows. */
export type Experiment = (terms: ExperimentTerms) => Promise<Detection>

const origin = 'https://pages.example.com'

/** What a page of another origin may do (Fetch Standard, CORS protocol). */
export const corsOrigins: Experiment = async ({ run }) => {
  const read = await run.send({ method: 'GET', path: '/posts', headers: { origin } })
  if (noDecisionIn(read.reply)) return masked(`GET /posts with an origin answers ${read.reply.status}`)
  const headers = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  }
  const { reply } = await run.send({ method: 'OPTIONS', path: '/posts/1', headers })
  const mayRead = allows(read.reply, 'origin', origin)
  const mayWrite =
    isSuccess(reply) &&
    allows(reply, 'origin', origin) &&
    allows(reply, 'methods', 'put') &&
    allows(reply, 'headers', 'content-type')
  if (mayRead === mayWrite) return seen(mayRead ? 'any' : 'none')
  return unknown(`a page of another origin may ${mayRead ? 'read and not write' : 'write and not read'}`)
}

function allows({ headers }: ReceivedReply, what: string, name: string): boolean {
  const listed = (headers[`access-control-allow-${what}`] ?? '').split(',')
  return listed.some((each) => ['*', name].includes(each.trim().toLowerCase()))
}

/** The credentials that the provider needs: one read, and one delete of an unused id, both without credentials. */
export const credentials: Experiment = async (terms) => {
  const { client } = terms
  if (!client.credentials) return seen('none')
  const { status: read } = await client.anonymous.send({ method: 'GET', path: '/posts', headers: {} })
  const write = isAboutCredentials(read) ? undefined : await refusedWrite(terms)
  const status = write ?? read
  if (!isAboutCredentials(status)) return seen('none')
  // What is not usual of what they guard, and of the status without them.
  const more = defined({
    guards: write === undefined ? undefined : 'writes',
    status: status === 401 ? undefined : status,
  })
  const [name, value] = client.credentials
  if (name !== 'authorization') return seen({ header: name, ...more })
  const scheme = value.split(' ')[0]?.toLowerCase()
  return seen(Object.keys(more).length === 0 ? scheme : { scheme, ...more })
}

/** The status of a delete of an unused id without credentials; undefined where it is the same with credentials. */
async function refusedWrite({ client, run }: ExperimentTerms): Promise<number | undefined> {
  const request = { method: 'DELETE', path: `/posts/${await unusedId(run)}`, headers: {} }
  const { status } = await client.anonymous.send(request)
  return status === (await run.send(request)).reply.status ? undefined : status
}

function isAboutCredentials(status: number): boolean {
  return isRefusal({ status }) && ![404, 405, 410, 429].includes(status)
}
