import { afterEach, expect, test, vi } from 'vitest'
import { checkPage, type PageFeatures } from '../../../src/browser/page-check.ts'
import { explainFailure } from '../../../src/browser/worker-failure.ts'

const page: PageFeatures = {
  isSecureContext: true,
  location: { origin: 'https://posts.example' },
  navigator: { serviceWorker: {} },
  Promise,
  JSON,
  localStorage: {},
}

afterEach(() => vi.unstubAllGlobals())

test('finds nothing wrong with a page that has everything', () => {
  const warn = vi.fn()
  checkPage(page, warn)
  expect(warn).not.toHaveBeenCalled()
})

test.each<[string, Partial<PageFeatures>, string]>([
  [
    'an insecure context',
    { isSecureContext: false, location: { origin: 'http://192.168.0.7:5173' }, navigator: {} },
    'http://192.168.0.7:5173 is not a secure context, and only those have service workers. Open it as localhost or by https.',
  ],
  [
    'a private window of Firefox',
    { navigator: {} },
    'this browser has no service workers here; private windows and some settings switch them off. Open it in an ordinary window.',
  ],
  [
    'a page whose cookies are blocked',
    {
      get localStorage(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    },
    'this browser gives the page no storage, without which MSW does not start. Allow cookies and site data for it.',
  ],
  [
    'an old browser',
    { Promise: {} },
    'this browser is too old. Use Chrome 119, Firefox 121, Safari 17.4 or newer.',
  ],
])('refuses %s in one sentence', (_what, missing, fact) => {
  expect(() =>
    checkPage(Object.defineProperties({ ...page }, Object.getOwnPropertyDescriptors(missing)), () => {}),
  ).toThrow(
    expect.objectContaining({
      code: 'WORKER_UNAVAILABLE',
      message: `Failed to start the posts service in this page: ${fact}`,
    }),
  )
})

test('warns where ids beyond 2^53 cannot be exact', () => {
  const warn = vi.fn()
  checkPage({ ...page, JSON: { parse: JSON.parse, stringify: JSON.stringify } }, warn)
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/no JSON\.rawJSON: ids beyond 2\^53 are not exact/)],
  ])
})

const workerUrl = '/mockServiceWorker.js'
const script = () => new Response('', { headers: { 'content-type': 'text/javascript' } })

function stubPage(answer: () => Response, registration: object | undefined): void {
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

test.each([
  ['is missing', () => new Response('Not found', { status: 404 })],
  [
    'is the page of the app',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['cannot be reached', () => Response.error()],
])('names the command that makes the worker script, where it %s', async (_what, answer) => {
  stubPage(answer, undefined)
  expect(await explainFailure(new TypeError('Failed to register'), workerUrl)).toMatchObject({
    code: 'WORKER_MISSING',
    message:
      'Failed to start the posts service in this page: no worker script was found at "/mockServiceWorker.js". Run `npx msw init public/` (public/ is the folder of static files), or pass its address as `workerUrl`.',
  })
})

test('says that service workers are blocked, where the script is there and was not registered', async () => {
  stubPage(script, undefined)
  expect(await explainFailure(new TypeError("reading 'active'"), workerUrl)).toMatchObject({
    code: 'WORKER_UNAVAILABLE',
    message:
      'Failed to start the posts service in this page: the browser, or a setting of it, blocks service workers here.',
  })
})

test("hands on MSW's own words, where the worker was registered", async () => {
  stubPage(script, {})
  expect(await explainFailure(new Error('[MSW] Failed to locate it'), workerUrl)).toMatchObject({
    message: 'Failed to start the posts service in this page: [MSW] Failed to locate it.',
  })
})
