import type { IncomingMessage, ServerResponse } from 'node:http'
import { htmlEscape } from 'escape-goat'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { buildStep, builtFile, builtFolder, isForFile, noFrame } from './built-files.ts'
import { hostRefusal } from './host-refusal.ts'
import type { Handler } from './posts-host.ts'
import type { RequestTarget } from './request-target.ts'

const panelPath = '/_understudy/panel.js'
/** The path of the panel in its own window. */
const panelWindowPath = '/_understudy/panel'

/** Serves the panel as one module. */
export class PanelHandler implements Handler {
  readonly path = panelPath
  readonly #file: URL

  /** @param file of the built module. */
  constructor(file = new URL('panel/panel.js', builtFolder)) {
    this.#file = file
  }

  async handle(request: IncomingMessage): Promise<PlainReply> {
    if (!isForFile(request)) return otherMethod(request)
    return (
      (await builtFile(this.#file)) ?? hostRefusal(404, `The panel is not built. ${buildStep}`, [], noFrame)
    )
  }
}

function otherMethod({ method }: IncomingMessage): PlainReply {
  return hostRefusal(405, `${method} is not allowed here; use GET.`, [], { ...noFrame, allow: 'GET, HEAD' })
}

const windowPolicy =
  "default-src 'none'; connect-src 'self'; img-src data:; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page with only the panel, for its own window: `?posts=/v1`, and `&world=` for another world. */
export class PanelWindowHandler implements Handler {
  readonly path = panelWindowPath

  async handle(
    request: IncomingMessage,
    _response: ServerResponse,
    { query }: RequestTarget,
  ): Promise<PlainReply> {
    if (!isForFile(request)) return otherMethod(request)
    const own = new URLSearchParams(query)
    own.set('window', '')
    const script = `<script type="module" src="${panelPath}?${htmlEscape(own.toString())}"></script>`
    const body = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Posts understudy</title><link rel="icon" href="data:,"></head><body><main><h1 style="position:absolute;clip-path:inset(50%)">Posts understudy</h1></main>${script}</body></html>\n`
    const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
    return { status: 200, headers: { ...noFrame, 'content-security-policy': windowPolicy, ...type }, body }
  }
}

export interface PanelPlace {
  /** Such as `/v1`. */
  readonly postsUrl: string
  /** Default the base world. */
  readonly world?: string
}

/** The script tag that adds the panel to a page of the same origin. */
export function panelScript({ postsUrl, world }: PanelPlace): string {
  const query = new URLSearchParams({ posts: postsUrl, ...(world !== undefined && { world }) })
  return `<script type="module" src="${panelPath}?${htmlEscape(query.toString())}"></script>`
}
