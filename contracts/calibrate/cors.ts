import { seen, unknown } from '../choices/detection.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import type { Experiment } from './experiment.ts'

const origin = 'https://pages.example.com'

/** What a page of another origin may do (Fetch Standard, CORS protocol). */
export const corsOrigins: Experiment = async ({ run }) => {
  const read = await run.send({ method: 'GET', path: '/posts', headers: { origin } })
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
