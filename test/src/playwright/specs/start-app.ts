import { createServer } from 'node:http'
import { type Listening, listen } from '../../../support/listen.ts'

/** A server with a page and nothing else: what else is asked of it was asked past the mock. */
export interface App extends Listening {
  /** The method and path of every request but those for the page. */
  readonly stray: readonly string[]
}

export async function startApp(): Promise<App> {
  const stray: string[] = []
  const server = createServer(({ method, url }, response) => {
    if (url === '/' || url === '/where/posts/7') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The app</title>')
      return
    }
    if (url === '/favicon.ico') return void response.writeHead(204).end()
    stray.push(`${method} ${url}`)
    response.writeHead(404, { 'access-control-allow-origin': '*' }).end('past the mock')
  })
  return { ...(await listen(server)), stray }
}
