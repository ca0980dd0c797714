import type { RequestHandler } from 'msw'
import { expect, test } from 'vitest'
import { createPostsMock } from '../../src/index.ts'

test('there is a handler for each operation, and one for the rest', () => {
  // As MSW and Storybook take them: not read-only.
  const parameters: { msw: RequestHandler[] } = {
    msw: createPostsMock({ baseUrl: 'https://a.test/v1' }).handlers,
  }
  expect(parameters.msw.map(({ info }) => info.header.replace('https://a.test/v1', ''))).toEqual([
    'GET /posts',
    'GET /posts/:id',
    'POST /posts',
    'PUT /posts/:id',
    'DELETE /posts/:id',
    '/.+/ ',
    '/.+/ /*',
  ])
})
