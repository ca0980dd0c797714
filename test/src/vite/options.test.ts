import { expect, test } from 'vitest'
import { isUnderstudyError } from '../../../handlers/model/errors.ts'
import { basePathOf } from '../../../src/vite/dev-server.ts'
import { checkOptions, modeOf } from '../../../src/vite/options.ts'

const own = { host: undefined, port: 5173, https: undefined } as never

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (isUnderstudyError(error)) return error.message
    throw error
  }
  return ''
}

test.each([
  [{}, {}, 'middleware'],
  [{}, { POSTS_UNDERSTUDY: 'off' }, 'off'],
  [{ mode: 'off' }, { POSTS_UNDERSTUDY: 'middleware' }, 'middleware'],
  [{}, { POSTS_UNDERSTUDY: '' }, 'middleware'],
  [{}, { VITEST: 'true' }, 'off'],
  [{ mode: 'middleware' }, { VITEST: 'true' }, 'middleware'],
  [{}, { VITEST: 'true', POSTS_UNDERSTUDY: 'middleware' }, 'middleware'],
] as const)('%o with %o is %s', (options, environment, mode) => {
  expect(modeOf(options, environment)).toBe(mode)
})

test('names the environment variable that says nothing', () => {
  expect(messageOf(() => modeOf({}, { POSTS_UNDERSTUDY: 'yes' }))).toBe(
    'Failed to start posts-understudy: the environment variable POSTS_UNDERSTUDY is "yes". Set it to "middleware" or "off", or unset it.',
  )
})

test.each([
  [{ mode: 'worker' }, '"mode" is "worker". Give "middleware" or "off".'],
  [{ panel: 'yes' }, '"panel" is "yes". Give true or false.'],
  [{ data: true }, '"data" is true. Give a text.'],
  [{ baseURL: '/v1' }, '"baseURL" is unknown. Options: mode, data, panel, '],
])('refuses %o in one sentence', (options, words) => {
  expect(messageOf(() => checkOptions(options as never))).toContain(
    `Failed to start posts-understudy in Vite: ${words}`,
  )
})

test('takes every option, and those that are undefined', () => {
  expect(() =>
    checkOptions({ mode: 'middleware', posts: 3, profile: 'minimal', data: undefined as never }),
  ).not.toThrow()
})

test.each([
  [undefined, '/v1'],
  ['*/v1', '/v1'],
  ['/v1', '/v1'],
  ['/v1/', '/v1'],
  ['*/api/v1', '/api/v1'],
  ['/', ''],
  ['http://localhost:5173/v1', '/v1'],
  ['http://127.0.0.1:5173', ''],
])('finds the posts of the base URL %s below %j', (baseUrl, path) => {
  expect(basePathOf(baseUrl, own)).toBe(path)
})

test.each([
  'https://api.example.com/v1',
  'http://localhost:4000/v1',
  'https://localhost:5173/v1',
  'http://localhost/v1',
])('refuses %s, to which a dev server gets no requests', (baseUrl) => {
  expect(messageOf(() => basePathOf(baseUrl, own))).toBe(
    `Failed to start posts-understudy in Vite: "baseUrl" is "${baseUrl}", and a dev server gets no requests for ${new URL(baseUrl).origin}. Give the path alone and let the app use it in development, or start the mock in the page: call \`startPosts()\` of "posts-understudy/browser" in your main module.`,
  )
})

test('refuses a base URL below which any path may be', () => {
  expect(messageOf(() => basePathOf('*', own))).toContain('"baseUrl" is "*"')
})
