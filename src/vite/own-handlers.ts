import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'msw'
import type { Connect } from 'vite'
import { hasBody, headersOf, hostOf, schemeOf } from '../server/incoming.ts'
import { peekBody } from './peek-body.ts'
import { sendResponse } from './send-response.ts'

/** Answers with MSW handlers of the user's own what they answer, and lets all else go on. */
export type OwnHandlers = Connect.NextHandleFunction

/** What a page is made of, and MSW handlers that mean every address shall not be asked about. */
const ofPage = ['document', 'frame', 'iframe', 'script', 'style', 'worker', 'sharedworker', 'serviceworker']

/** @param load gives the handlers as they are now; what it throws is shown as Vite shows the errors of any module. */
export function askHandlers(load: () => Promise<readonly RequestHandler[]>): OwnHandlers {
  return (request, response, next) => {
    if (isOfPage(request)) return next()
    ask(request, response, load).then((isAnswered) => isAnswered || next(), next)
  }
}

async function ask(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  load: () => Promise<readonly RequestHandler[]>,
): Promise<boolean> {
  const handlers = await load()
  const leaving = new AbortController()
  outgoing.on('close', () => leaving.abort())
  const bare = toRequest(incoming, undefined, leaving.signal)
  if (!bare) return false
  const resolutionContext = { baseUrl: new URL(bare.url).origin }
  const meant = await Promise.all(
    handlers.map((handler) => handler.test({ request: bare, resolutionContext })),
  )
  if (!meant.includes(true)) return false
  const request = toRequest(
    incoming,
    hasBody(incoming) ? await peekBody(incoming) : undefined,
    leaving.signal,
  )
  if (!request) return false
  const { getResponse } = await import('msw/utils/get-response')
  const response = await getResponse(
    handlers.filter((_, index) => meant[index]),
    request,
    resolutionContext,
  )
  if (!response || response.headers.get('x-msw-intention') === 'passthrough') return false
  await sendResponse(outgoing, response)
  return true
}

/** A request as handlers take it; undefined for what no client of the Fetch Standard sends, such as TRACE. */
function toRequest(
  incoming: IncomingMessage,
  body: BodyInit | undefined,
  signal: AbortSignal,
): Request | undefined {
  const { method = 'GET', url = '/' } = incoming
  try {
    const address = new URL(url, `${schemeOf(incoming)}://${hostOf(incoming) ?? 'localhost'}`)
    return new Request(address, { method, headers: headersOf(incoming), body: body ?? null, signal })
  } catch {
    return undefined
  }
}

function isOfPage({ url = '', headers }: IncomingMessage): boolean {
  // `bypass()` of MSW marks a request so, which a handler sends to get what it stands before.
  const isBypassed = headers.accept?.includes('msw/passthrough') ?? false
  return (
    isBypassed || ofPage.includes(String(headers['sec-fetch-dest'])) || /\/(?:@|node_modules\/)/.test(url)
  )
}
