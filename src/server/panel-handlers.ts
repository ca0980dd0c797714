import type { IncomingMessage } from 'node:http'
import { htmlEscape } from 'escape-goat'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { buildStep, builtFile, builtFolder, isForFile, noFrame } from './built-files.ts'
import { hostRefusal } from './host-refusal.ts'
import type { Handler } from './posts-host.ts'
import type { RequestTarget } from './request-target.ts'

const panelPath = '/_understudy/panel.js'

/** The panel as one module, and a page with only the panel. */
export const panelHandlers: readonly Handler[] = [
  { path: panelPath, handle: (request) => servePanel(request, new URL('panel/panel.js', builtFolder)) },
  {
    path: '/_understudy/panel',
    handle: async (request, _response, target) => servePanelWindow(request, target),
  },
]

/** @param file the built module. */
export async function servePanel(request: IncomingMessage, file: URL): Promise<PlainReply> {
  if (!isForFile(request)) return otherMethod(request)
  return (await builtFile(file)) ?? hostRefusal(404, `The panel is not built. ${buildStep}`, noFrame)
}

const windowPolicy =
  "default-src 'none'; connect-src 'self'; img-src data:; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The panel in its own window: `?posts=/v1`, and `&world=` for another world. */
function servePanelWindow(request: IncomingMessage, { query }: RequestTarget): PlainReply {
  if (!isForFile(request)) return otherMethod(request)
  const own = new URLSearchParams(query)
  own.set('window', '')
  const body = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Posts understudy</title><link rel="icon" href="data:,"></head><body><main><h1 style="position:absolute;clip-path:inset(50%)">Posts understudy</h1></main>${scriptTag(own)}</body></html>\n`
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  return { status: 200, headers: { ...noFrame, 'content-security-policy': windowPolicy, ...type }, body }
}

function otherMethod({ method }: IncomingMessage): PlainReply {
  return hostRefusal(405, `${method} is not allowed here; use GET.`, { ...noFrame, allow: 'GET, HEAD' })
}

/**
 * The script tag that adds the panel to a page of the same origin.
 * @param postsUrl such as `/v1`.
 */
export function panelScript(postsUrl: string): string {
  return scriptTag(new URLSearchParams({ posts: postsUrl }))
}

function scriptTag(query: URLSearchParams): string {
  return `<script type="module" src="${panelPath}?${htmlEscape(query.toString())}"></script>`
}
