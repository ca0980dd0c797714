import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/contract.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { fillFields } from '../../../contracts/spec/scenario.ts'

interface WrittenInteraction {
  key: string
  description: string
  providerStates: { name: string; params: Record<string, unknown> }[]
  request: {
    path: string
    body?: { content: unknown }
    matchingRules: { path: { matchers: unknown[] } }
  }
  response: { status: number }
}

/** Derived once; nothing changes it. */
const contract = await deriveContract()
const text = await pactFileText(contract)
const interactions = (JSON.parse(text) as { interactions: WrittenInteraction[] }).interactions

test('writes every interaction once, as Pact version 4', () => {
  const keys = contract.interactions.map(({ key }) => key)
  expect(interactions.map(({ key }) => key).sort()).toEqual(keys.sort())
  expect(new Set(interactions.map(({ description }) => description)).size).toBe(interactions.length)
  expect(JSON.parse(text).metadata).toMatchObject({ pactSpecification: { version: '4.0' } })
})

test('keeps every text of every example as it is', () => {
  for (const { key, request, values } of contract.interactions) {
    const body = interactions.find((one) => one.key === key)?.request.body
    expect(body?.content).toEqual(
      typeof request.body === 'object' ? fillFields(request.body, values) : undefined,
    )
  }
})

test('lets a consumer send any id, and no other path', () => {
  const read = interactions.find(({ key }) => key === 'read/existing')
  expect(read?.request.matchingRules.path.matchers).toEqual([{ match: 'regex', regex: '^/posts/-?\\d+$' }])
})

test.each(['../web', 'web/app', '', ' web', 'wéb', 'a'.repeat(101)])(
  'refuses %j as a name',
  async (consumer) => {
    await expect(deriveContract({ consumer })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  },
)
