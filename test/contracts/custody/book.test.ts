import { expect, test } from 'vitest'
import { Book } from '../../../contracts/custody/book.ts'
import { runMark, titleOf } from '../../../contracts/spec/marks.ts'

const mark = runMark(new Uint8Array([1, 2, 3, 4, 5, 6, 7]))
const reply = (status: number, body: unknown) => ({ status, headers: {}, body: JSON.stringify(body) })

test('a post without a mark under the id of a deleted one is the run’s, if its create named that id', () => {
  const book = new Book(mark)
  const list = (...posts: object[]) => book.learn('/posts', reply(200, posts), book.nextMoment())
  const create = (number: number, type: string, made: object) => {
    const sent = { title: titleOf(mark, number), content: 'A content' }
    book.creating(JSON.stringify(sent), { 'content-type': type })(reply(201, { id: 3, ...made }))
    book.created(3, [sent.title, sent.content])
    return { id: 3, ...sent }
  }
  list()
  list(create(1, 'application/json', {}))
  book.deleting(3)(reply(204, ''))
  list()
  create(2, 'text/plain', {})
  list({ id: 3 })
  expect(book.takeUnmarked([3])).toBe(3)
})
