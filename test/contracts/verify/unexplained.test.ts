import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { unexplained } from '../../../contracts/verify/compose.ts'

const { interactions } = await deriveContract({ kind: 'document' })
const key = 'list/several'

/** The clauses that Pact alone finds broken where it objects so to a list. */
function clauses(body: string, message: string) {
  const interaction = interactions.find((each) => each.key === key)
  if (!interaction) throw new Error(`There is no example ${key}.`)
  const request = { method: 'GET', path: '/posts', headers: {} }
  const run = {
    contract: 'document',
    interaction,
    exchange: { request, reply: { status: 200, headers: {}, body } },
  } as const
  const native = { contract: 'document', key, verdict: 'mismatch', messages: [message] } as const
  return unexplained([native], [run], new Map()).map(({ clause }) => clause)
}

const unread = "body: Failed to parse the actual body: 'unexpected end of hex escape at line 1 column 275'"

test('JSON that Pact cannot read, such as half of a surrogate pair, breaks nothing', () => {
  expect(clauses('[{"id":1,"title":"\\ud800","content":""}]', unread)).toEqual([])
})

test('what Pact alone objects to breaks a clause', () => {
  expect(clauses('[{"id":1,"title":"\\ud800', unread)).toEqual(['list.ok'])
  expect(clauses('[{"id":1}]', 'body: $[0].title is missing')).toEqual(['list.ok'])
})
