import { defined } from '../../handlers/model/defined.ts'
import { seen } from '../choices/detection.ts'
import { unusedId } from '../run/states.ts'
import { isRefusal } from '../spec/exchange.ts'
import type { Experiment, ExperimentTerms } from './experiment.ts'

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
