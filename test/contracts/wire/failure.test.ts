import { errors } from 'undici'
import { expect, test } from 'vitest'
import { unreachable } from '../../../contracts/wire/failure.ts'

const timedOut = new DOMException('The operation was aborted due to timeout', 'TimeoutError')

test.each([
  [
    'no-connection',
    'api.example.com did not accept a connection in time',
    new errors.ConnectTimeoutError('Connect Timeout Error'),
  ],
  ['timeout', 'no reply within 60 s', new errors.HeadersTimeoutError()],
  ['timeout', 'no reply within 60 s', timedOut],
])('a request that timed out has the reason %s: %s', (failureReason, message, error) => {
  const request = { method: 'GET', path: '/posts' }
  const terms = { base: 'https://api.example.com/v1', timeout: 60_000 }
  expect(unreachable(error, request, terms)).toMatchObject({
    failureReason,
    message: expect.stringContaining(message),
  })
})
