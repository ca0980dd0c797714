import { htmlEscape } from 'escape-goat'
import { controlPath } from '../control/control-app.ts'
import { refuse } from '../control/refuse.ts'
import { buildStep, builtFile, builtFolder, isForFile, noFrame } from './built-files.ts'

/** The path of the panel as a page. */
export const panelPath = `${controlPath}/panel`

/** The path of the example front end. */
const demoPath = `${controlPath}/page`

/** The panel as one module. */
const panelModule = `${controlPath}/panel.js`

/** The pages load their own files, and call their own server. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface PagesOptions {
  /** Of the posts, such as `/v1`. */
  readonly basePath: string
  /** Whether the panel is also at the root, and links the example front end. */
  readonly hasPage: boolean
  /** The built panel and page. */
  readonly folder?: URL
}

/** Answers with the panel or the example front end; undefined for another address. */
export async function answerPage(
  request: Request,
  { basePath, hasPage, folder = builtFolder }: PagesOptions,
): Promise<Response | undefined> {
  const { pathname, origin } = new URL(request.url)
  if (pathname === panelModule || pathname === panelPath) {
    if (!isForFile(request))
      return refuse(405, `${request.method} is not allowed here; use GET.`, {
        ...noFrame,
        allow: 'GET, HEAD',
      })
    if (pathname === panelPath) return panelPage(origin, basePath, hasPage)
    const panel = await builtFile(new URL('panel/panel.js', folder))
    return panel ?? refuse(404, `The panel is not built. ${buildStep}`, noFrame)
  }
  if (!hasPage) return undefined
  if (pathname === '/' && basePath !== '' && isForFile(request)) return panelPage(origin, basePath, hasPage)
  // The page's relative URLs need the slash.
  if (pathname === demoPath)
    return new Response(null, { status: 308, headers: { ...noFrame, location: `${demoPath}/` } })
  if (!pathname.startsWith(`${demoPath}/`)) return undefined
  const path = pathname.slice(demoPath.length)
  const file = isForFile(request) ? await demoFile(path, basePath, new URL('page/', folder)) : undefined
  return file ?? refuse(404, `The page has no file at ${pathname}.`)
}

/** The panel; without its script, what the server is and where. */
function panelPage(origin: string, basePath: string, hasDemo: boolean): Response {
  const demo = hasDemo ? `<a href="${demoPath}/">Example front end</a> ` : ''
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>posts-understudy: a mock of the v1 posts API</title>
<link rel="icon" href="data:,">
</head>
<body>
<header class="bar"><h1>posts-understudy</h1><code class="wide">${htmlEscape(origin + basePath)}/posts</code>${demo}<a href="${controlPath}/">Control API</a></header>
${panelScript(basePath || '/', { page: '' })}
</body>
</html>
`
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  return new Response(body, {
    headers: { ...noFrame, 'content-security-policy': policy, ...type },
  })
}

async function demoFile(path: string, basePath: string, folder: URL): Promise<Response | undefined> {
  if (/^\/assets\/[\w-]+(?:\.[\w-]+)+$/.test(path)) return await builtFile(new URL(`.${path}`, folder))
  if (path !== '/' && path !== '/index.html') return undefined
  const complete = (html: string) =>
    html
      .replace(/(?<=<meta name="posts-base" content=")[^"]*/, basePath)
      .replace('</body>', `${panelScript(basePath || '/')}</body>`)
  const page = await builtFile(new URL('index.html', folder), complete, policy)
  return page ?? refuse(404, `The page is not built. ${buildStep}`, noFrame)
}

/**
 * The script tag that adds the panel to a page of the same origin.
 * @param postsUrl such as `/v1`.
 */
export function panelScript(postsUrl: string, options: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ posts: postsUrl, ...options })
  return `<script type="module" src="${panelModule}?${htmlEscape(query.toString())}"></script>`
}
