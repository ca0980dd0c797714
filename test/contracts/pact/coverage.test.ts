import { expect, test } from 'vitest'
import { contractCoverage } from '../../../contracts/pact/coverage.ts'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { pactInteractions } from '../../../contracts/pact/pact-file.ts'
import { clauseIds } from '../../../contracts/spec/clauses.ts'
import { choiceIds } from '../../../handlers/choices.ts'

const document = await deriveContract({ kind: 'document' })
const mock = await deriveContract({ kind: 'mock' })
const coverage = contractCoverage([document, mock])

test('shows every clause and every choice, or says why not', () => {
  const shown = coverage.shown.map(({ id }) => id)
  const notShown = coverage.notShown.map(({ id }) => id)
  expect([...shown, ...notShown].sort()).toEqual([...clauseIds, ...choiceIds].sort())
  expect(coverage.notShown.filter(({ reason }) => reason === 'Not tested in this mode.')).toEqual([])
})

test('has no reason for what an interaction shows', () => {
  const reasons = contractCoverage([]).notShown.filter(({ reason }) => reason !== 'Not tested in this mode.')
  expect(reasons.map(({ id }) => id)).toEqual(coverage.notShown.map(({ id }) => id))
})

test('shows clauses in the document contract and choices in the mock contract', () => {
  const ids = (contract: typeof document) => contractCoverage([contract]).shown.map(({ id }) => id)
  expect(ids(document).every((id) => (clauseIds as string[]).includes(id))).toBe(true)
  expect(ids(mock).every((id) => (choiceIds as string[]).includes(id))).toBe(true)
})

test('names the interactions that no Pact file can hold, with the reason', () => {
  const named = coverage.outsidePact.map(({ contract, key }) => `${contract}: ${key}`)
  expect(named).toEqual(expect.arrayContaining(['document: create/malformed', 'document: create/spaced']))
  const written = [document, mock].reduce((sum, contract) => sum + pactInteractions(contract).length, 0)
  expect(written + named.length).toBe(document.interactions.length + mock.interactions.length)
  for (const { reason } of coverage.outsidePact) expect(reason).toMatch(/^Pact.+\.$/)
})

test('asks for a text where the profile answers with one', async () => {
  const { interactions } = await deriveContract({ kind: 'mock', profile: { 'error.body': 'html' } })
  const asked = interactions.find(({ key }) => key === 'read/missing')
  expect(asked?.response.headers?.['Content-Type']).toMatchObject({ regex: '(?i)^text/.*$' })
})
