import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import type { InteractionRun } from '../../../contracts/pact/replay/interaction-queue.ts'
import { unsent } from '../../../contracts/verify/run-contracts.ts'

const [interaction] = (await deriveContract({ kind: 'document' })).interactions

function run(more: Partial<InteractionRun>): InteractionRun {
  if (!interaction) throw new Error('Expected an interaction')
  return { contract: 'document', interaction, ...more }
}

const request = { method: 'GET', path: '/posts', headers: {} }
const sent = run({ exchange: { request, reply: { status: 200, headers: {}, body: '[]' } } })

test('a request that Pact did not send is told, with what Pact said', () => {
  const native = [
    { contract: 'document', key: interaction?.key ?? '', verdict: 'error', messages: ['builder error'] },
  ] as const
  expect(unsent({ interactionRuns: [sent, run({})], native })).toBe(
    `Pact did not send 1 of 2 requests (${interaction?.key}: builder error)`,
  )
})

test.each([
  ['were sent', sent],
  ['were never answered', run({ unanswered: new Error('reset') })],
  ['have no state', run({ setUpFailure: 'POST /posts answered 401' })],
])('nothing is told of requests that %s', (_case, interactionRun) => {
  expect(unsent({ interactionRuns: [interactionRun], native: [] })).toBeUndefined()
})
