import nodeConsole from 'node:console'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setupPosts } from '../../../src/node.ts'
import { sent } from '../../support/sent.ts'

const fields = { title: 'From a page', content: 'Ahoj 🐎' }

/** What must hold in every page environment of Vitest; a file for each of them calls it. */
export function pageTests(environment: string): void {
  // A page environment says on the console what a browser would say there.
  beforeEach(() => {
    for (const said of [console, nodeConsole]) vi.spyOn(said, 'error').mockImplementation(() => {})
  })

  test(`runs in ${environment}`, () => {
    expect(globalThis.location.origin).toBe('http://localhost:3000')
  })

  describe.each(['/v1', 'http://localhost:3000/v1', '*/v1'])('a page and the base URL %s', (baseUrl) => {
    const posts = setupPosts({ baseUrl, posts: 2, onUnhandledRequest: 'error' })
    beforeAll(posts.listen)
    afterEach(posts.reset)
    afterAll(posts.close)

    test('fetch of a relative address', async () => {
      expect(await (await fetch('/v1/posts')).json()).toHaveLength(2)
      expect(await (await fetch('/v1/posts', sent('POST', fields))).json()).toEqual({ id: 3, ...fields })
    })

    test('XMLHttpRequest of a relative address', async () => {
      expect(await sendXhr('GET', '/v1/posts/2')).toMatchObject({ status: 200 })
      const created = await sendXhr('POST', '/v1/posts', JSON.stringify(fields))
      expect(created.status).toBe(201)
      expect(JSON.parse(created.text)).toEqual({ id: 3, ...fields })
      expect(await sendXhr('DELETE', '/v1/posts/3')).toMatchObject({ status: 204, text: '' })
    })

    test('a lost connection is an error to XMLHttpRequest', async () => {
      posts.faults.next('list', 'network-error')
      await expect(sendXhr('GET', '/v1/posts')).rejects.toThrow('XMLHttpRequest error')
    })
  })

  describe('a page and a service of another origin', () => {
    const posts = setupPosts({ baseUrl: 'https://api.example.com/v1', posts: 2 })
    beforeAll(posts.listen)
    afterEach(posts.reset)
    afterAll(posts.close)

    test('the page may read, after a preflight may write, and sees the Location', async () => {
      expect(await sendXhr('GET', 'https://api.example.com/v1/posts/1')).toMatchObject({ status: 200 })
      const created = await sendXhr('POST', 'https://api.example.com/v1/posts', JSON.stringify(fields))
      expect(created).toMatchObject({ status: 201, location: '/v1/posts/3' })
      expect(await sendXhr('DELETE', 'https://api.example.com/v1/posts/3')).toMatchObject({ status: 204 })
      const performed = posts.journal.requests.filter(({ operation }) => operation)
      expect(performed.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE'])
    })

    test('the page may not where the profile has no CORS', async () => {
      posts.useProfile({ 'cors.origins': 'none' })
      await expect(sendXhr('GET', 'https://api.example.com/v1/posts/1')).rejects.toThrow(
        'XMLHttpRequest error',
      )
    })
  })
}

function sendXhr(method: string, url: string, body?: string) {
  return new Promise<{ status: number; text: string; location: string | null }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    if (body !== undefined) request.setRequestHeader('content-type', 'application/json')
    request.onload = () => {
      const { status, responseText: text } = request
      resolve({ status, text, location: request.getResponseHeader('location') })
    }
    request.onerror = () => reject(new Error('XMLHttpRequest error'))
    request.send(body ?? null)
  })
}
