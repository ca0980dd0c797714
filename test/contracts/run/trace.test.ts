import { expect, test } from 'vitest'
import { traceOf } from '../../../contracts/run/trace.ts'

test('the reply to a list has the posts with the mark in the title or the content, and no others', () => {
  const own = [{ title: 'pubcdfghjipaco a' }, { title: 'null', content: 'pubcdfghjipado' }]
  const reply = { status: 200, headers: {}, body: JSON.stringify([...own, { title: 'of another client' }]) }
  const request = { method: 'GET', path: '/posts', headers: {} }
  const [line] = traceOf([{ request, reply }], 'pubcdfghjipa')
  expect(line?.reply).toEqual({ status: 200, headers: {}, body: JSON.stringify(own) })
})
