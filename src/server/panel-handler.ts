import type { IncomingMessage } from 'node:http'
import { htmlEscape } from 'escape-goat'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { buildStep, builtFile, builtFolder, isForFile, noFrame } from './built-files.ts'
import { hostRefusal } from './host-refusal.ts'
import type { Handler } from './posts-host.ts'

/** Where the panel is. */
export const panelPath = '/_understudy/panel.js'

/** Hands out the panel: one module, with all that it needs in it. */
export class PanelHandler implements Handler {
  readonly path = panelPath
  readonly #file: URL

  /** @param file the built module. */
  constructor(file = new URL('panel/panel.js', builtFolder)) {
    this.#file = file
  }

  async handle(request: IncomingMessage): Promise<PlainReply> {
    if (!isForFile(request))
      return hostRefusal(405, `${request.method} is not done here; GET is.`, [], {
        ...noFrame,
        allow: 'GET, HEAD',
      })
    return (
      (await builtFile(this.#file)) ?? hostRefusal(404, `The panel is not built. ${buildStep}`, [], noFrame)
    )
  }
}

/** Where the posts and the world of a panel are. */
export interface PanelPlace {
  /** The base path of the posts, such as `/v1`. */
  readonly postsUrl: string
  /** Default the base world. */
  readonly world?: string
}

/** The tag that puts the panel into a page of the same origin. */
export function panelScript({ postsUrl, world }: PanelPlace): string {
  const query = new URLSearchParams({ posts: postsUrl, ...(world !== undefined && { world }) })
  return `<script type="module" src="${panelPath}?${htmlEscape(query.toString())}"></script>`
}
