import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { htmlEscape } from 'escape-goat'
import type { MiddlewareHandler } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { Hono } from 'hono/tiny'
import type { AppEnv } from '../../handlers/app.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import { controlPath } from '../control/control-client.ts'
import type { ControlApp } from '../control/routes.ts'

export const panelPath = `${controlPath}/panel`
const panelModule = `${controlPath}/panel.js`
const demoPath = `${controlPath}/page`

/** What the panel shows first on each page. To other clients than browsers the control API answers JSON. */
const panelViews = { '/': 'start', [panelPath]: 'posts', [`${controlPath}/`]: 'api' }

const builtFolder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../dist' : '../..')

const notBuilt = 'This page is not built. Run `npm run build:page` in the repository, then reload.'

/** Other pages cannot embed these replies, which call their own server alone. */
const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  // It would bind every server of this host, also those of other projects.
  strictTransportSecurity: false,
})

/** A new build has the same file names, and a mock has other posts each time. */
const fresh: MiddlewareHandler = async (context, next) => {
  await next()
  context.header('cache-control', 'no-cache')
}

/** Who may use the control API. */
export interface ControlGuardOptions {
  /** The given host of the server; undefined where another server checks the Host header. */
  readonly host: string | undefined
  /** Allowed origins of pages, such as `http://localhost:5173`; their hosts are also allowed as Host. */
  readonly allowOrigins: readonly string[]
  readonly token: string | undefined
}

/**
 * What a server has beside the posts: the control API, the panel, and the example front end.
 * @param basePath of the posts, such as `/v1`.
 */
export function createSite(control: Pick<ControlApp, 'fetch'>, guard: ControlGuardOptions, basePath: string) {
  const site = new Hono<{ Bindings: AppEnv }>()
  const { token } = guard
  const missing = () => refuse(404, notBuilt)
  site.use(headers, fresh)
  site.get(panelModule, serveStatic({ path: join(builtFolder, 'panel/panel.js') }), missing)
  for (const [path, view] of Object.entries(panelViews))
    site.get(path, async (context, next) => {
      // Whether a browser shows the answer (RFC 9110, section 12.5.1).
      const asksForPage = context.req.header('accept')?.includes('text/html')
      const isWanted = path === '/' ? basePath !== '' : path === panelPath || asksForPage
      if (!isWanted) return await next()
      return context.html(panelPage(new URL(context.req.url).origin, basePath, view))
    })
  site.get(demoPath, async (context) => {
    // The page's relative URLs need the slash.
    if (context.req.path === demoPath) return context.redirect(`${demoPath}/`)
    const html = await readFile(join(builtFolder, 'page/index.html'), 'utf8').catch(() => undefined)
    return html === undefined ? missing() : context.html(demoPage(html, basePath))
  })
  const rewriteRequestPath = (path: string) => join(builtFolder, path.slice(controlPath.length))
  site.get(`${demoPath}/assets/*`, serveStatic({ rewriteRequestPath }))
  site.use(`${controlPath}/*`, refuseOtherPages(guard), cors({ origin: [...guard.allowOrigins] }))
  if (token !== undefined) site.use(`${controlPath}/*`, bearerAuth({ token, ...tokenMessages }))
  site.all(`${controlPath}/*`, ({ req, env }) => control.fetch(req.raw, env))
  site.notFound(({ req }) => {
    const { origin, pathname } = new URL(req.url)
    const detail = `Unknown path ${pathname}. The posts are at ${origin}${basePath}/posts.`
    return refuse(404, detail, { 'access-control-allow-origin': '*' })
  })
  return site
}

/**
 * Refuses requests of other pages: any page in the user's browser can send requests to the server. The Origin header
 * shows another origin. With DNS rebinding the browser sees the same origin, but the Host header has the page's name; an
 * IP address cannot be rebound.
 */
function refuseOtherPages({ host, allowOrigins }: ControlGuardOptions): MiddlewareHandler {
  const allowedHosts = [
    host?.toLowerCase(),
    'localhost',
    ...allowOrigins.map((each) => new URL(each).hostname),
  ]
  const isAllowed = (name: string) =>
    host === undefined || isIP(name) !== 0 || allowedHosts.includes(name) || name.endsWith('.localhost')
  return async ({ req }, next) => {
    const { hostname, origin: own } = new URL(req.url)
    const name = hostname.replace(/^\[(.*)\]$/, '$1')
    if (!isAllowed(name))
      return refuse(
        403,
        `The control API does not accept the host ${JSON.stringify(name)}. Use an IP address or localhost, or allow an origin of that host.`,
      )
    // A request for an image, for example, has no origin. Following a link is permitted.
    const isOther = /^(?:cross|same)-site$/.test(req.header('sec-fetch-site') ?? '')
    const isLink = req.header('sec-fetch-mode') === 'navigate'
    const origin = req.header('origin') ?? (isOther && !isLink ? 'another site' : own)
    if (origin === own || allowOrigins.includes(origin)) return await next()
    return refuse(
      403,
      `A page of ${origin} may not use the control API. Allow the origin with allowOrigins (--allow-origin).`,
    )
  }
}

const message = {
  status: 401,
  title: 'Unauthorized',
  detail:
    'The control API needs the token that the server printed when it started. Send it as "Authorization: Bearer TOKEN", or open the page with #token=TOKEN.',
}
const tokenMessages = { noAuthenticationHeader: { message }, invalidToken: { message } }

/** The panel; without its script, what the server is and where. */
function panelPage(origin: string, basePath: string, view: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>posts-understudy: a mock of the v1 posts API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript><h1>posts-understudy</h1><p>The posts are at <code>${htmlEscape(origin + basePath)}/posts</code>. There is an <a href="${demoPath}/">example front end</a> and a <a href="${controlPath}/reference">control API</a>.</p></noscript>
${panelScript(basePath, `&page=${view}`)}
</body>
</html>
`
}

function demoPage(html: string, basePath: string): string {
  return html
    .replace(/(?<=<meta name="posts-base" content=")[^"]*/, basePath)
    .replace('</body>', `${panelScript(basePath)}</body>`)
}

function panelScript(basePath: string, more = ''): string {
  const query = `posts=${encodeURIComponent(basePath || '/')}${more}`
  return `<script type="module" src="${panelModule}?${htmlEscape(query)}"></script>`
}
