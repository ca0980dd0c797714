import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { SamplePost } from './sample-posts.ts'

/**
 * What a server of node:http does at the very least to answer with the same bodies: no framework, no check. It keeps the
 * text of a post, and makes that of the list at each request.
 */
const [file = '', port = '0', basePath = '/v1'] = process.argv.slice(2)
const posts: SamplePost[] = JSON.parse(readFileSync(file, 'utf8'))
const texts = new Map(posts.map((post) => [post.id, JSON.stringify(post)]))

createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'POST') {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { title, content } = JSON.parse(Buffer.concat(chunks).toString())
      const id = posts.length + 1
      const post = { id, title, content }
      const text = JSON.stringify(post)
      posts.push(post)
      texts.set(id, text)
      send(201, text, `${basePath}/posts/${id}`)
    })
  } else if (url === `${basePath}/posts`) {
    send(200, JSON.stringify(posts))
  } else {
    const text = texts.get(Number(url.slice(basePath.length + '/posts/'.length)))
    send(text === undefined ? 404 : 200, text ?? '{}')
  }

  function send(status: number, body: string, location?: string): void {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(location !== undefined && { location }),
    })
    response.end(body)
  }
}).listen(Number(port), '127.0.0.1')
