import { expect, test } from 'vitest'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { TakenTexts } from '../../../contracts/model/taken-texts.ts'

test('a title is its mark alone until a service refuses that', () => {
  const taken = new TakenTexts()
  expect(taken.titleWith('mark-1')).toBe('mark-1')
  expect(taken.trySentence()).toBe(true)
  expect(taken.titleWith('mark-1')).toMatch(/^[A-Z].* mark-1 ./)
})

test('a sentence is tried once', () => {
  const taken = new TakenTexts()
  expect([taken.trySentence(), taken.trySentence()]).toEqual([true, false])
})

test('titles stay as they are where one was taken', () => {
  const taken = new TakenTexts()
  taken.note({ title: 'mark-1', content: 'a content' })
  expect(taken.trySentence()).toBe(false)
  expect(taken.titleWith('mark-2')).toBe('mark-2')
})

test.each([400, 409, 413, 422])(
  'a first post that is refused with %i is sent again as a sentence',
  async (status) => {
    const sent: string[] = []
    const setup = new StateSetup({
      nextTitle: () => 'mark-1',
      send: async ({ method, body = '' }) => {
        if (method === 'GET') return { status: 200, headers: {}, body: `{"id":7,${sent.at(-1)?.slice(1)}` }
        sent.push(body)
        return sent.length < 2
          ? { status, headers: {}, body: '' }
          : { status: 201, headers: {}, body: '{"id":7}' }
      },
    })
    expect(await setup.create()).toMatchObject({ id: 7, title: 'The post mark-1 of a test run' })
    expect(sent).toHaveLength(2)
  },
)

test('a first post that a service fails at is not sent again', async () => {
  let posts = 0
  const setup = new StateSetup({
    nextTitle: () => 'mark-1',
    send: async () => {
      posts++
      return { status: 500, headers: {}, body: '' }
    },
  })
  await expect(setup.create()).rejects.toThrow('POST /posts answered 500')
  expect(posts).toBe(1)
})
