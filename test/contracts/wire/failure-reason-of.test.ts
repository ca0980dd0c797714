import { expect, test } from 'vitest'
import { failureReasonOf } from '../../../contracts/wire/failure-reason-of.ts'
import { SetUpError } from '../../../contracts/wire/set-up-error.ts'
import { clientFor } from '../../support/provider-client.ts'

const request = { method: 'POST', path: '/posts', headers: {}, body: '{}' }

/** What is said of a create that a provider answers so. */
function toldOf(url: string, status: number, signal = new AbortController().signal): string {
  const reply = { status, headers: {}, body: '' }
  const error = new SetUpError(`POST /posts answered ${status}`, { request, reply })
  return failureReasonOf(error, { client: clientFor(url), signal })
}

test.each([
  [
    404,
    'http://127.0.0.1:1/v1',
    'Check that the address is the base address, without /posts, such as https://api.example.com/v1.',
  ],
  [
    401,
    'http://127.0.0.1:1/v1',
    "Pass credentials that are allowed to write with --header 'Authorization: …'.",
  ],
])('a create that is answered %i at %s is told with the next step', (status, url, nextStep) => {
  const [fact, repeat] = toldOf(url, status).split('\n')
  expect(fact).toBe(`Failed to set up a post: POST /posts answered ${status}. ${nextStep}`)
  expect(repeat).toMatch(new RegExp(`^To reproduce: curl -i -X POST ${url}/posts `))
})

test('a run that was stopped says that alone', () => {
  expect(toldOf('http://127.0.0.1:1/v1', 404, AbortSignal.abort())).toBe('The run was interrupted.')
})

test('a bug of ours is not a failure of the provider', () => {
  const terms = { client: clientFor('http://127.0.0.1:1'), signal: new AbortController().signal }
  expect(() => failureReasonOf(new TypeError('of ours'), terms)).toThrow('of ours')
})
