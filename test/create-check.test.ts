import { expect, test } from 'vitest'
import { Bench } from '../contracts/judge/bench.ts'
import { followCreate } from '../contracts/judge/create-check.ts'
import type { Patience } from '../contracts/patience.ts'
import { Stage } from '../contracts/stage.ts'

const json = { 'content-type': 'application/json' }

test('takes a post without a mark over at once: whoever stops the run meanwhile leaves it behind', async () => {
  const taken: unknown[] = []
  const stage = new Stage({
    send: async () => ({ status: 200, headers: json, body: '[{"id":12}]' }),
    nextTitle: () => 'mark-1',
    witness: {
      willCreate: async () => {},
      created: () => {},
      madeFor({ id }) {
        taken.push(id)
        return id
      },
    },
  })
  const patience: Patience = {
    until() {
      throw new Error('There is no text that could be waited for.')
    },
  }
  const bench = new Bench(stage, 'mark', patience)
  const request = { method: 'POST', path: '/posts', headers: json, body: '{}' }
  await followCreate(bench, { request, reply: { status: 201, headers: json, body: '{"id":12}' } }, {}, true)
  expect([taken, [...bench.incomplete]]).toEqual([[12], [12]])
})
