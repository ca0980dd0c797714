import { createServer } from 'node:http'

const api = process.env.POSTS_API ?? 'http://127.0.0.1:4010/v1'

/** Renders the list, and passes on the world that a test names. */
export const server = createServer(async (request, response) => {
  const world = request.headers['x-understudy-world']
  const posts = await fetch(`${api}/posts`, { headers: world ? { 'x-understudy-world': world } : {} })
  const items = (await posts.json()).map(({ title }) => `<li>${title}</li>`)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>Posts</title><ul>${items.join('')}</ul>`)
})
