// The in-memory web API of Angular's tutorial "Tour of Heroes", which answers Angular's requests; here it answers those of node:http.
import '@angular/compiler'
import { createServer } from 'node:http'
import { HttpHeaders, HttpRequest } from '@angular/common/http'
import { Injector, runInInjectionContext } from '@angular/core'
import { HttpClientBackendService } from 'angular-in-memory-web-api'
import { firstValueFrom } from 'rxjs'

// The tutorial's data service: an empty collection gives no id by itself.
const data = {
  createDb: () => ({ posts: [] }),
  genId: (posts) => (posts.length > 0 ? Math.max(...posts.map(({ id }) => id)) + 1 : 11),
}
const config = { delay: 0, delete404: true, put204: false, put404: true, post409: true }
const service = runInInjectionContext(
  Injector.create({ providers: [] }),
  () => new HttpClientBackendService(data, config),
)

createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString()
  const answer = await answerTo(request, text).catch((failure) => failure)
  for (const name of answer.headers?.keys?.() ?? []) response.setHeader(name, answer.headers.get(name))
  const body = answer.body === undefined || answer.body === null ? '' : JSON.stringify(answer.body)
  if (body !== '') response.setHeader('content-type', 'application/json')
  response.writeHead(answer.status ?? 500).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')

async function answerTo({ method, url }, text) {
  const body = text === '' ? null : read(text)
  if (body === undefined) return { status: 400, body: { error: 'The body is not JSON.' } }
  // Angular's client sends whole objects, the id among them.
  const id = /^\/v1\/posts\/(\d+)$/.exec(url)?.[1]
  const sent = method === 'PUT' && id !== undefined && body ? { ...body, id: Number(id) } : body
  return await firstValueFrom(
    service.handle(new HttpRequest(method, url, sent, { headers: new HttpHeaders() })),
  )
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
