import { expect, test } from 'vitest'
import { deriveContract, type Interaction } from '../../../contracts/pact/contract.ts'
import { verifyWithPact } from '../../../contracts/pact/native/verify-with-pact.ts'
import { writePactFile } from '../../../contracts/pact/pact-file.ts'
import type { ReceivedReply } from '../../../contracts/scenarios/exchange.ts'

function wrongReply({ operation, response: { status } }: Interaction): ReceivedReply {
  const other = { id: 7, title: 'Another title', content: 'Another content.' }
  const body = JSON.stringify(operation === 'list' ? [{ ...other, content: null }] : other)
  return { status: status < 300 && operation !== 'list' && operation !== 'read' ? 404 : 200, headers, body }
}

const headers = { 'content-type': 'application/json' }
const contract = await deriveContract()
const { interactions } = contract

test("Pact's own verifier rejects a wrong reply to every interaction", async () => {
  let current = interactions[0] as Interaction
  const { accepted, refused } = await verifyWithPact({
    write: (folder) => writePactFile(contract, folder),
    async setUp(key) {
      current = interactions.find((each) => each.key === key) ?? current
      return {}
    },
    send: async () => wrongReply(current),
    signal: AbortSignal.timeout(60_000),
  })
  expect(accepted).toBe(0)
  expect(refused.map(({ key }) => key).sort()).toEqual(interactions.map(({ key }) => key).sort())
})

test('a service has to take only titles of 20 characters, contents of 30, and ASCII', () => {
  const writes = interactions.flatMap(({ after, request }) => [...after, { texts: request.body }])
  const texts = writes.flatMap((each) =>
    'otherwise' in each ? [each.otherwise] : 'texts' in each ? [each.texts] : [],
  )
  const sent = texts.flatMap((each) => (typeof each === 'object' ? [each] : []))
  const asSent = sent.map((each) =>
    JSON.parse(JSON.stringify(each).replaceAll('${title}', 'pubcdfghjibbaco')),
  )
  const demanding = asSent.filter(({ title, content }) => title.length > 20 || content.length > 30)
  expect(demanding).toEqual([])
  expect(asSent.filter((each) => !/^[ -~]*$/.test(JSON.stringify(each)))).toEqual([])
})
