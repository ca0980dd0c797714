import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BaseUrl } from '../../../handlers/http/base-url.ts'
import { complaintAbout } from '../../../src/node/listener.ts'
import { matcherFor } from '../../../src/playwright/route-host.ts'

const bases = ['*/v1', '/v1', '/', '*/a.b+c/v1', 'https://api.example.com', 'https://api.example.com/ü/v1/']
const origins = ['https://api.example.com', 'http://localhost:5173']
const segments = ['v1', 'posts', 'posts.ts', 'a.b+c', 'aXb+c', 'ü', '%C3%BC', '7', '', '9007199254740993']

const addresses = fc
  .tuple(
    fc.constantFrom(...origins),
    fc.array(fc.constantFrom(...segments), { maxLength: 5 }),
    fc.constantFrom('', '?page=2', '#top', '?to=/v1/posts'),
  )
  .map(([origin, path, rest]) => new URL(`${origin}/${path.join('/')}${rest}`))

test('matches every address that is to be answered or to be warned of', () => {
  fc.assert(
    fc.property(fc.constantFrom(...bases), addresses, (text, url) => {
      const baseUrl = new BaseUrl(text)
      const isMeant =
        baseUrl.split(url) !== undefined ||
        complaintAbout('GET', url, { baseUrl, onUnhandledRequest: 'near-miss' }) !== undefined
      expect(isMeant && !matcherFor(baseUrl, 'near-miss').test(url.href)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  'http://localhost:5173/src/posts.ts',
  'http://localhost:5173/src/v1.ts',
  'http://localhost:5173/node_modules/.vite/deps/msw_browser.js?v=1f2e3d4c',
  'http://localhost:5173/@vite/client',
])('leaves %s to Chromium', (address) => {
  expect(matcherFor(new BaseUrl('*/v1'), 'near-miss').test(address)).toBe(false)
})
