import { expect, test } from 'vitest'
import { traceOf } from '../../../contracts/run/trace.ts'

test('the reply to a list has the posts with the mark in the title or the content, and no others', () => {
  const own = [
    { id: 1, title: 'pubcdfghjipaco a', content: '' },
    { id: 2, title: 'null', content: 'pubcdfghjipado' },
  ]
  const body = JSON.stringify([...own, { id: 3, title: 'of another client', content: '' }])
  const exchange = {
    request: { method: 'GET', path: '/posts', headers: {} },
    reply: { status: 200, headers: {}, body },
  }
  expect(traceOf([{ ...exchange, step: 1, isAtOnce: false }], 'pubcdfghjipa')).toMatchObject([
    { reply: { status: 200, posts: 2, body: JSON.stringify(own) } },
  ])
})
