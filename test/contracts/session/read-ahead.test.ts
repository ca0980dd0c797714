import { expect, test } from 'vitest'
import { ReadAhead } from '../../../contracts/session/read-ahead.ts'

const get = (path: string, headers = {}) => ({ method: 'GET', path, headers })
const put = { method: 'PUT', path: '/posts/7', headers: {}, body: '{}' }
const post = { method: 'POST', path: '/posts', headers: {}, body: '{}' }

/** Notes what is sent; each reply says how many were sent before it. */
function sender(isWorthwhile = true) {
  const sent: string[] = []
  const send = async ({ path }: { path: string }) => {
    sent.push(path)
    return { status: 200, headers: {}, body: `${path} ${sent.length}` }
  }
  return { sent, ahead: new ReadAhead({ send, isWorthwhile: () => isWorthwhile }) }
}

test.each([
  [post, '/posts/7', '/posts'],
  [put, '/posts/7', '/posts'],
  [put, '/posts', '/posts/7'],
])('after a write the post and the list are read together, each once: %o, %s', async (write, one, other) => {
  const { sent, ahead } = sender()
  ahead.noteWrite(write)
  const reply = await ahead.read(get(one))
  expect({ sent, body: reply.body }).toEqual({ sent: [one, other], body: `${one} 1` })
  expect((await ahead.read(get(other))).body).toBe(`${other} 2`)
  expect(sent).toHaveLength(2)
  await ahead.read(get(other))
  expect(sent).toEqual([one, other, other])
})

test.each([
  ['the list after a create: its id is unknown', post, get('/posts')],
  ['another post', put, get('/posts/8')],
  ['another media type', put, get('/posts/7', { accept: 'text/html' })],
])('%s is read alone', async (_name, write, request) => {
  const { sent, ahead } = sender()
  ahead.noteWrite(write)
  await ahead.read(request)
  expect(sent).toEqual([request.path])
})

test('at a near provider one read follows the other', async () => {
  const { sent, ahead } = sender(false)
  ahead.noteWrite(put)
  await ahead.read(get('/posts/7'))
  expect(sent).toEqual(['/posts/7'])
})

test.each([
  ['a write', (ahead: ReadAhead) => ahead.noteWrite(post)],
  ['another read', (ahead: ReadAhead) => ahead.read(get('/posts/8'))],
  ['writes of others', (ahead: ReadAhead) => ahead.forget()],
])('after %s a read that was sent ahead is out of date, and sent again', async (_name, happens) => {
  const { sent, ahead } = sender()
  ahead.noteWrite(put)
  await ahead.read(get('/posts/7'))
  await happens(ahead)
  const before = sent.length
  await ahead.read(get('/posts'))
  expect(sent.slice(before)).toEqual(['/posts'])
})

test('a read that fails says so where it is asked for, and only there', async () => {
  const send = ({ path }: { path: string }) =>
    path === '/posts'
      ? Promise.reject(new Error('reset'))
      : Promise.resolve({ status: 200, headers: {}, body: '' })
  const ahead = new ReadAhead({ send, isWorthwhile: () => true })
  ahead.noteWrite(put)
  await ahead.read(get('/posts/7'))
  await expect(ahead.read(get('/posts'))).rejects.toThrow('reset')
  ahead.noteWrite(put)
  await ahead.read(get('/posts/7'))
  await new Promise((resolve) => setTimeout(resolve))
  expect((await ahead.read(get('/posts/7'))).status).toBe(200)
})
