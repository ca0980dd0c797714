import { unknown } from '../detect/detection.ts'
import { isSuccess, type ReceivedReply } from '../document/exchange.ts'
import type { Experiments } from './experiment.ts'

const origin = 'https://pages.example.com'

/** What a page of another origin meets (Fetch Standard, CORS protocol). */
export const pageExperiments: Experiments<'cors.origins'> = {
  async 'cors.origins'({ trials }) {
    const read = await trials.ask({ method: 'GET', path: '/posts', headers: { origin } })
    const preflight = await trials.ask({
      method: 'OPTIONS',
      path: '/posts/1',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    })
    const evidence = [read, preflight]
    const mayRead = isForAnyone(read.reply)
    const mayWrite =
      isSuccess(preflight.reply) &&
      isForAnyone(preflight.reply) &&
      names(preflight.reply, 'access-control-allow-methods', 'put') &&
      names(preflight.reply, 'access-control-allow-headers', 'content-type')
    if (mayRead && mayWrite) return { answer: 'any', evidence }
    if (!mayRead && !mayWrite) return { answer: 'none', evidence }
    const what = mayRead ? 'read and not write' : 'write and not read'
    return { ...unknown(`a page of another origin may ${what}`), evidence }
  },
}

function isForAnyone({ headers }: ReceivedReply): boolean {
  return ['*', origin].includes(headers['access-control-allow-origin'] ?? '')
}

function names({ headers }: ReceivedReply, header: string, name: string): boolean {
  const listed = (headers[header] ?? '').split(',').map((each) => each.trim().toLowerCase())
  return listed.includes(name) || listed.includes('*')
}
