import http from 'node:http'
import { expect, test } from 'vitest'
import { setupPosts } from '../../../src/node.ts'
import { isFull } from '../../support/full.ts'

/** Replaces a post through an intercepted `node:http`, whose parser reads a body until its end. */
function replace(url: string): Promise<{ status: number | undefined; length: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; length: number }>()
  const request = http.request(url, { method: 'PUT', headers: { 'content-type': 'application/json' } })
  request.on('error', reject)
  request.on('response', (response) => {
    let length = 0
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    response.on('end', () => resolve({ status: response.statusCode, length }))
  })
  request.end('{"title":"A","content":"B"}')
  return promise
}

const baseUrl = 'http://api.example.com/v1'
/** Those with a meaning of their own, and some that have none. */
const successes = Array.from({ length: 100 }, (_, index) => 200 + index).filter(
  (status) => isFull || status < 208 || status % 20 === 6,
)

test.each(['none', 'post'] as const)(
  'every success status ends its reply, with the body %j',
  async (body) => {
    for (const status of successes) {
      // A profile refuses to give a body to a status that has none.
      if (body === 'post' && [204, 205].includes(status)) continue
      using posts = setupPosts({
        baseUrl,
        profile: { 'replace.status': status, 'replace.body': body },
      }).listen()
      const { id } = await posts.posts.create({ title: 'A', content: 'A' })
      const reply = await replace(`${baseUrl}/posts/${id}`)
      const isEmpty = body === 'none' || status === 204 || status === 205
      expect(reply).toEqual({
        status,
        length: isEmpty ? 0 : JSON.stringify({ id, title: 'A', content: 'B' }).length,
      })
    }
  },
)
