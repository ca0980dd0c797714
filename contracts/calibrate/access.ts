import { seen } from '../choices/detection.ts'
import { states } from '../model/states.ts'
import { type Exchange, isRefusal, type SentRequest } from '../spec/exchange.ts'
import type { Experiment, ExperimentTerms } from './experiment.ts'

/** The credentials that the provider needs: one read, and one delete of an unused id, both without credentials. */
export const credentials: Experiment = async (terms) => {
  const { client, context } = terms
  const list = { method: 'GET', path: '/posts', headers: {} }
  if (!terms.credentials) return { ...seen('none'), evidence: [await context.send(list)] }
  const read = { request: list, reply: await client.anonymous.send(list) }
  const write = isAboutCredentials(read) ? undefined : await refusedWrite(terms)
  const refused = write ?? read
  if (!isAboutCredentials(refused)) return { ...seen('none'), evidence: [read] }
  const { status } = refused.reply
  const more = { ...(write ? { guards: 'writes' } : {}), ...(status === 401 ? {} : { status }) }
  const evidence = write ? [read, write] : [read]
  return { answer: answerFor(terms.credentials, more), evidence }
}

/** A delete of an unused id without credentials; undefined where it gets the same status with credentials. */
async function refusedWrite({ client, context }: ExperimentTerms): Promise<Exchange | undefined> {
  const { id } = await states['no post has the id'](context.setup)
  const request: SentRequest = { method: 'DELETE', path: `/posts/${id}`, headers: {} }
  const reply = await client.anonymous.send(request)
  const { status } = (await context.send(request)).reply
  return reply.status === status ? undefined : { request, reply }
}

function isAboutCredentials({ reply }: Exchange): boolean {
  return isRefusal(reply) && ![404, 405, 410, 429].includes(reply.status)
}

/** @param more what the credentials guard and the status without them, where they are not the usual ones. */
function answerFor([name, value]: readonly [string, string], more: object): unknown {
  if (name.toLowerCase() !== 'authorization') return { header: name.toLowerCase(), ...more }
  const scheme = value.split(' ')[0]?.toLowerCase()
  return Object.keys(more).length === 0 ? scheme : { scheme, ...more }
}
