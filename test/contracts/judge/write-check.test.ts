import { expect, test } from 'vitest'
import { failedWrite } from '../../../contracts/judge/write-check.ts'
import { OwnPosts } from '../../../contracts/model/own-posts.ts'
import { jsonRequest } from '../../../contracts/spec/exchange.ts'

const reply = (status: number) => ({ status, headers: {}, body: '{}' })

/** What is broken where a service answers a write so. @param read what it answers to a read of the post then. */
function broken(operation: 'create' | 'replace', status: number, read?: number) {
  const request =
    operation === 'create' ? jsonRequest('POST', '/posts', {}) : jsonRequest('PUT', '/posts/7', {})
  const exchange = { request, reply: reply(status) }
  const looked = read === undefined ? undefined : reply(read)
  return failedWrite({ own: new OwnPosts() }, operation, exchange, 'ordinary', looked)?.clause
}

test.each([402, 423, 428, 429, 507])('a limit or a condition that is told with %i breaks none', (status) => {
  expect(broken('create', status)).toBeUndefined()
})

test('a create that fails breaks create.adds', () => {
  expect(broken('create', 500)).toBe('create.adds')
})

test('a replace that finds no post breaks its clause if a read finds it, else that of an earlier request', () => {
  expect([broken('replace', 404, 200), broken('replace', 404, 404)]).toEqual(['replace.whole', 'create.adds'])
})
