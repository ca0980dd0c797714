import type { writeChoices } from '../../handlers/choices/write-choices.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { among, fromExample, masked, outcome, type Readers, seen, unknown } from './reading.ts'

/** How each choice of the writes is read. */
export const writeReadings: Readers<keyof typeof writeChoices> = {
  'create.status': fromExample('create/plain', ({ exchange }) =>
    among([201, 200, 202, 204], exchange.reply.status),
  ),
  'create.body': fromExample('create/plain', ({ exchange }) =>
    among(['post', 'id', 'none'], bodyKind(exchange.reply)),
  ),
  'create.location': fromExample('create/plain', ({ exchange }) => locationKind(exchange.reply)),
  'replace.status': fromExample('replace/existing', ({ exchange }) =>
    among([200, 204, 201, 202], exchange.reply.status),
  ),
  'replace.body': fromExample('replace/existing', ({ exchange }) =>
    among(['post', 'none', 'empty-object'], bodyKind(exchange.reply)),
  ),
  'replace.missing': fromExample('replace/missing', ({ exchange: { reply }, kept }) => {
    if (isRefusal(reply)) return reply.status
    return kept === undefined
      ? undefined
      : among(['creates-201', 'creates-200', 'creates-204'], `creates-${reply.status}`)
  }),
  'replace.location': (sightings) => {
    const trace = sightings.traces.get('replace/missing')
    if (trace && isRefusal(trace.exchange.reply))
      return masked('a replace of a post that does not exist creates none', trace)
    return fromExample('replace/missing', ({ exchange: { reply }, kept }) =>
      kept === undefined ? undefined : locationKind(reply),
    )(sightings)
  },
  'replace.checks-first'({ traces }) {
    const both = traces.get('replace/bad-and-missing')
    const missing = traces.get('replace/missing')?.exchange.reply
    const malformed = traces.get('create/malformed')?.exchange.reply
    if (!both || !missing || !malformed) return unknown('its requests were not played')
    const { status } = both.exchange.reply
    if (!isRefusal(missing)) return unknown('a replace of a post that does not exist creates it', both)
    const fitting = among([missing.status, malformed.status], status)
    if (fitting === undefined)
      return unknown(`a fault of both kinds is answered with ${status}, unlike either alone`, both)
    if (missing.status === malformed.status) return { ...seen('body' as const, both), fits: () => true }
    return seen(status === missing.status ? 'post' : 'body', both)
  },
  'replace.body-id': fromExample('replace/body-id', (trace) => outcome(trace, 'ignored', 'refused')),
  'delete.status': fromExample('delete/existing', ({ exchange }) =>
    among([204, 200, 202], exchange.reply.status),
  ),
  'delete.body': fromExample('delete/existing', ({ exchange }) =>
    among(['none', 'post', 'empty-object'], bodyKind(exchange.reply)),
  ),
  'delete.missing': fromExample('delete/deleted', ({ exchange }) =>
    among([404, 204, 200, 410], exchange.reply.status),
  ),
}

/** In what form a success tells where the post is. */
function locationKind(reply: ReceivedReply): 'no' | 'yes' | 'absolute' | undefined {
  const { location } = reply.headers
  if (!isSuccess(reply)) return undefined
  return location === undefined ? 'no' : /^[a-z][a-z\d+.-]*:/i.test(location) ? 'absolute' : 'yes'
}

/** What the body of a successful write is. */
export function bodyKind(reply: ReceivedReply): 'none' | 'post' | 'id' | 'empty-object' | undefined {
  if (!isSuccess(reply)) return undefined
  if (reply.body === '') return 'none'
  const value = readBody(reply.body)
  if (!isObject(value)) return undefined
  if ('id' in value && 'title' in value && 'content' in value) return 'post'
  const fields = Object.keys(value)
  return fields.length === 0 ? 'empty-object' : fields.length === 1 && fields[0] === 'id' ? 'id' : undefined
}
