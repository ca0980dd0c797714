import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { buildStep, builtFile, builtFolder, isForFile, noFrame } from './built-files.ts'
import { hostRefusal } from './host-refusal.ts'
import { hostOf, schemeOf } from './incoming.ts'
import { panelScript } from './panel-handlers.ts'
import type { Handler } from './posts-host.ts'
import type { RequestTarget } from './request-target.ts'
import { startPage } from './start-page.ts'

/** The path of the example front end. */
export const pagePath = '/_understudy/page'

/** The page loads its own files, and may call the server in `?base=`. */
const policy =
  "default-src 'self'; img-src 'self' data:; connect-src *; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The start page of a server, and the example front end with the panel. */
export class PageHandler implements Handler {
  readonly path = pagePath
  readonly #basePath: string
  readonly #folder: URL

  /**
   * @param basePath such as `/v1`.
   * @param folder of the built page.
   */
  constructor(basePath: string, folder = new URL('page/', builtFolder)) {
    this.#basePath = basePath
    this.#folder = folder
  }

  async handle(
    request: IncomingMessage,
    _response: ServerResponse,
    { path }: RequestTarget,
  ): Promise<PlainReply> {
    // The page's relative URLs need the slash.
    if (path === pagePath)
      return { status: 308, headers: { ...noFrame, location: `${pagePath}/` }, body: undefined }
    const reply = isForFile(request) ? await this.#file(path.slice(pagePath.length)) : undefined
    return reply ?? hostRefusal(404, `The page has no file at ${path}.`)
  }

  /**
   * The start page, at the root.
   * @returns undefined for another path.
   */
  answer(request: IncomingMessage, path: string): PlainReply | undefined {
    if (!isForFile(request) || path !== '/') return undefined
    return startPage(`${schemeOf(request)}://${hostOf(request) ?? ''}`, this.#basePath, pagePath)
  }

  async #file(path: string): Promise<PlainReply | undefined> {
    if (path === '/' || path === '/index.html') return await this.#index()
    return /^\/assets\/[\w-]+(?:\.[\w-]+)+$/.test(path)
      ? builtFile(new URL(`.${path}`, this.#folder))
      : undefined
  }

  async #index(): Promise<PlainReply> {
    const file = await builtFile(new URL('index.html', this.#folder))
    if (!file) return notBuilt(this.#basePath)
    const body = file.body
      ?.replace(/(?<=<meta name="posts-base" content=")[^"]*/, this.#basePath)
      .replace('</body>', `${panelScript(this.#basePath || '/')}</body>`)
    return { ...file, headers: { ...file.headers, 'content-security-policy': policy }, body }
  }
}

function notBuilt(basePath: string): PlainReply {
  const body = `Mock posts API running. Posts: ${basePath}/posts, the control API at /_understudy/.\n\nThe page is not built. ${buildStep}\n`
  return { status: 404, headers: { ...noFrame, 'content-type': 'text/plain; charset=utf-8' }, body }
}
