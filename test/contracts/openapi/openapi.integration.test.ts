import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OpenApiDocument, openApiDocument } from '../../../contracts/openapi/openapi.ts'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../../handlers/choices.ts'
import { step } from '../../behaviour/case.ts'
import { inputCases } from '../../behaviour/cases/input-cases.ts'
import { coreFor } from '../../behaviour/hosts/core.ts'
import { arbitraryProfile, seed } from '../../support/arbitrary-profile.ts'
import { isFull } from '../../support/full.ts'
import { compareWithMock, schemaCheckOf } from './truth.ts'

const presetNames = Object.keys(presets) as PresetName[]

// Off where the interface document is silent: it names no licence, no authentication, and no error of the list.
const rules = { 'info-license': 'off', 'security-defined': 'off', 'operation-4xx-response': 'off' } as const
const config = await createConfig({ extends: ['recommended-strict'], rules })
const validator = new Validator()

async function complaintsOfValidators(document: OpenApiDocument): Promise<unknown[]> {
  const source = JSON.stringify(document)
  const bySchema = await validator.validate(JSON.parse(source))
  const byRules = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
  return [
    ...(bySchema.valid ? [] : [bySchema.errors]),
    ...byRules.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ]
}

/** Profiles that differ in which texts they take, with one status for what they refuse: a schema never says "coerced". */
const arbitraryInputProfile = arbitraryProfile.map((profile) => {
  const ids = ['input.required', 'input.empty', 'input.unknown-fields', 'input.client-id', 'replace.body-id']
  const limits = ['input.max-length', 'text.kept']
  return completeProfile(Object.fromEntries([...ids, ...limits].map((id) => [id, profile[id as ChoiceId]])))
})

function countsOtherwise(profile: Profile): boolean {
  return profile['input.max-length'] !== 'none' && profile['text.kept'] !== 'verbatim'
}

const runs = isFull ? 1000 : 4

test('two validators accept the document of any profile', async () => {
  const accepted = fc.asyncProperty(arbitraryProfile, async (profile) => {
    expect(await complaintsOfValidators(await openApiDocument(profile))).toEqual([])
  })
  await fc.assert(accepted, { numRuns: runs, seed })
})

test.each(presetNames)('a mock of %s answers what its document says, and all of it', async (preset) => {
  const profile = completeProfile(preset)
  expect(await compareWithMock(await openApiDocument(profile), profile)).toEqual({
    contradictions: [],
    neverAnswered: [],
  })
})

test('a mock of any profile answers what its document says', async () => {
  const documented = fc.asyncProperty(arbitraryProfile, async (profile) => {
    const { contradictions } = await compareWithMock(await openApiDocument(profile), profile)
    expect(contradictions).toEqual([])
  })
  await fc.assert(documented, { numRuns: runs, seed })
})

test('a reply that contradicts the document is noticed, and a response that never comes', async () => {
  const document = await openApiDocument('minimal')
  const { contradictions, neverAnswered } = await compareWithMock(document, completeProfile())
  expect(contradictions).toContainEqual(expect.stringMatching(/^PUT \/posts\/1 .*: 200 is not documented/))
  expect(contradictions).toContainEqual(expect.stringMatching(/^POST \/posts .*: 201 has the body/))
  expect(neverAnswered).toEqual(['/paths/~1posts~1%7Bid%7D/put/responses/204'])
})

/** Bodies that are JSON: of schemas, none says which ids are taken, or that of the path. */
const bodies = inputCases.flatMap(({ steps: [step] }) => (typeof step?.body === 'string' ? [step.body] : []))
const withId = (id: string) => `{"id":${id},"title":"A title","content":"A content."}`

test.each([
  { method: 'POST', path: '/posts', schema: 'NewPost', ids: ['77', 'null', '"seven"'] },
  { method: 'PUT', path: '/posts/1', schema: 'PostReplacement', ids: ['1', 'null', '"seven"'] },
])('the schema $schema takes the bodies that $method takes', async ({ method, path, schema, ids }) => {
  const agreeing = fc.asyncProperty(arbitraryInputProfile, async (profile) => {
    const check = schemaCheckOf(await openApiDocument(profile))
    for (const body of [...bodies, ...ids.map(withId)]) {
      const { status } = await coreFor(profile).send(step(method, path, body))
      const fault = check(`/components/schemas/${schema}`, JSON.parse(body))
      // A length is that of the text as it is kept: a schema, which sees the text as it is sent, is the stricter of the two.
      if (fault !== undefined && countsOtherwise(profile)) continue
      expect({ body, fault, taken: status !== 400 }).toEqual({ body, fault, taken: fault === undefined })
    }
  })
  await fc.assert(agreeing, { numRuns: runs, seed })
})

test('the document tells the answer to every choice', async () => {
  const text = JSON.stringify(await openApiDocument())
  expect(choiceIds.filter((id) => !text.includes(`- \`${id}\` = `))).toEqual([])
})
