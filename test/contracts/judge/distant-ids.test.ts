import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { checkDistantIds } from '../../../contracts/judge/distant-ids.ts'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

const post = { id: 7, title: 'mark-1', content: 'plain' }

/** What is found at a service that reads the id of a path so, and answers one beyond int64 with a status. */
async function clauses(idOf: (id: bigint) => bigint, beyond = 404, body: object = {}) {
  const setup = new StateSetup({
    send: async ({ path }) => {
      const id = BigInt(path.split('/')[2] ?? 0)
      if (idOf(id) === 7n) return { status: 200, headers: {}, body: JSON.stringify(post) }
      return { status: id > 2n ** 63n ? beyond : 404, headers: {}, body: JSON.stringify(body) }
    },
    nextTitle: () => 'mark-2',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  setup.adopt(post)
  await checkDistantIds(context)
  return [...new Set(context.findings.map(({ clause }) => clause))]
}

test.each([32, 64])('an id that is cut to its lowest %i bits reads a post that has another', async (bits) => {
  expect(await clauses((id) => BigInt.asIntN(bits, id))).toEqual(['read.missing'])
})

test('an id beyond int64 may be answered with any error, also one in a 200', async () => {
  expect(await clauses((id) => id, 400)).toEqual([])
  expect(await clauses((id) => id, 200, { error: 'no integer' })).toEqual([])
})
