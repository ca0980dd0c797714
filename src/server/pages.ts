import { refuse } from '../control/refuse.ts'
import {
  buildStep,
  builtFile,
  builtFolder,
  isForFile,
  noFrame,
  panelPath,
  panelScript,
  scriptTag,
} from './built-files.ts'
import { startPage } from './start-page.ts'

/** The path of the example front end. */
export const pagePath = '/_understudy/page'

/** The page loads its own files, and may call the server in `?base=`. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; connect-src *; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const windowPolicy =
  "default-src 'none'; connect-src 'self'; img-src data:; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface PagesOptions {
  /** Of the posts, such as `/v1`. */
  readonly basePath: string
  /** Whether there are the start page and the example front end, besides the panel. */
  readonly hasPage: boolean
  /** The built panel and page. */
  readonly folder?: URL
}

/** Answers with the panel, its window, the start page or the example front end; undefined for another address. */
export async function answerPage(
  request: Request,
  { basePath, hasPage, folder = builtFolder }: PagesOptions,
): Promise<Response | undefined> {
  const { pathname, origin, searchParams } = new URL(request.url)
  if (pathname === panelPath || pathname === '/_understudy/panel') {
    if (!isForFile(request))
      return refuse(405, `${request.method} is not allowed here; use GET.`, {
        ...noFrame,
        allow: 'GET, HEAD',
      })
    if (pathname !== panelPath) return panelWindow(searchParams)
    const panel = await builtFile(new URL('panel/panel.js', folder))
    return panel ?? refuse(404, `The panel is not built. ${buildStep}`, noFrame)
  }
  if (!hasPage) return undefined
  if (pathname === '/' && isForFile(request)) return startPage(origin, basePath, pagePath)
  // The page's relative URLs need the slash.
  if (pathname === pagePath)
    return new Response(null, { status: 308, headers: { ...noFrame, location: `${pagePath}/` } })
  if (!pathname.startsWith(`${pagePath}/`)) return undefined
  const path = pathname.slice(pagePath.length)
  const file = isForFile(request) ? await pageFile(path, basePath, new URL('page/', folder)) : undefined
  return file ?? refuse(404, `The page has no file at ${pathname}.`)
}

async function pageFile(path: string, basePath: string, folder: URL): Promise<Response | undefined> {
  if (/^\/assets\/[\w-]+(?:\.[\w-]+)+$/.test(path)) return await builtFile(new URL(`.${path}`, folder))
  if (path !== '/' && path !== '/index.html') return undefined
  const complete = (html: string) =>
    html
      .replace(/(?<=<meta name="posts-base" content=")[^"]*/, basePath)
      .replace('</body>', `${panelScript(basePath || '/')}</body>`)
  const page = await builtFile(new URL('index.html', folder), complete, pagePolicy)
  if (page) return page
  const text = `Mock posts API running. Posts: ${basePath}/posts, the control API at /_understudy/.\n\nThe page is not built. ${buildStep}\n`
  const headers = { ...noFrame, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(text, { status: 404, headers })
}

/** The panel in its own window: `?posts=/v1`, and `&world=` for another world. */
function panelWindow(query: URLSearchParams): Response {
  query.set('window', '')
  const body = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Posts understudy</title><link rel="icon" href="data:,"></head><body><main><h1 style="position:absolute;clip-path:inset(50%)">Posts understudy</h1></main>${scriptTag(query)}</body></html>\n`
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  return new Response(body, { headers: { ...noFrame, 'content-security-policy': windowPolicy, ...type } })
}
