import { seen, unsayable } from '../choices/detection.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import type { Experiment } from './experiment.ts'

const origin = 'https://pages.example.com'

/** What a page of another origin may do (Fetch Standard, CORS protocol). */
export const corsOrigins: Experiment = async ({ context }) => {
  const read = await context.send({ method: 'GET', path: '/posts', headers: { origin } })
  const preflight = await context.send({
    method: 'OPTIONS',
    path: '/posts/1',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  const mayRead = isForAnyone(read.reply)
  const mayWrite =
    isSuccess(preflight.reply) &&
    isForAnyone(preflight.reply) &&
    names(preflight.reply, 'access-control-allow-methods', 'put') &&
    names(preflight.reply, 'access-control-allow-headers', 'content-type')
  const evidence = [read, preflight]
  if (mayRead === mayWrite) return { ...seen(mayRead ? 'any' : 'none'), evidence }
  const what = mayRead ? 'read and not write' : 'write and not read'
  return { ...unsayable(`a page of another origin may ${what}`), evidence }
}

function isForAnyone({ headers }: ReceivedReply): boolean {
  return ['*', origin].includes(headers['access-control-allow-origin'] ?? '')
}

function names({ headers }: ReceivedReply, header: string, name: string): boolean {
  const listed = (headers[header] ?? '').split(',').map((each) => each.trim().toLowerCase())
  return listed.includes(name) || listed.includes('*')
}
