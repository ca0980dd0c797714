import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { ClientFile } from '../../../contracts/client/client-file.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { completeProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../../handlers/choices.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { createPostsServer } from '../../../src/server.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, answeringMissing, intercepting } from '../../provider-set/changes.ts'
import { isFull } from '../../support/full.ts'
import { atHome, complaintsOf, verifyAt } from '../../support/verify-at.ts'

async function verified(actual: Profile, options: Omit<VerifyOptions, 'url'>) {
  await using server = await createPostsServer({ profile: actual, posts: 0, onWarning() {} })
  return await verifyProvider({ ...options, url: server.url, budget: 0, pact: false, ...atHome })
}

/** What a run by one profile holds against a server with another. */
async function complaints(actual: Profile, profile: Profile): Promise<readonly string[]> {
  return complaintsOf(await verified(actual, { profile }))
}

// A server is not accused by its own profile: a preset in innocent.integration.test.ts, a random one in calibrate.integration.test.ts.

/** Choices that a contract cannot read, or that show with another answer alone. */
const unobservable: Partial<Record<ChoiceId, string>> = {
  'delete.body': 'A delete answers 204 by default, which has no body.',
  'input.max-length': 'A limit shows at its edge alone.',
  'input.max-bytes': 'A limit shows at its edge alone.',
  'list.order': 'Ids ascend by default, and so does the order of insertion.',
  'list.page-size': 'A limit shows at its edge alone.',
  'limit.time': 'A limit shows at its edge alone.',
  'limit.requests': 'It ends the run.',
  'access.credentials': 'A run without them cannot begin.',
  'cors.origins': 'The requests of a contract come from no page.',
}

/** Answers that look like another one beside the default profile, or that take the body away too. */
const ambiguous: Partial<Record<ChoiceId, readonly unknown[]>> = {
  'create.status': [204],
  'replace.status': [204],
  'replace.body': ['sent'],
  'input.media-type': ['ignored'],
  'id.assignment': [{ from: 1000 }, 'beyond-2^53'],
}
const isSeen = (choice: ChoiceId, answer: unknown) =>
  !unobservable[choice] && !ambiguous[choice]?.some((each) => isDeepStrictEqual(each, answer))

const others = choiceIds.flatMap((choice) =>
  choices[choice].answers.slice(1).map((answer) => [choice, JSON.stringify(answer), answer] as const),
)
const seenOnes = others.filter(
  ([choice, , answer], at) => isSeen(choice, answer) && (isFull || at % 80 === 0),
)

test.each(seenOnes)('%s = %s differs in this alone', async (choice, _text, answer) => {
  const actual = completeProfile({ [choice]: answer })
  expect(await complaints(actual, completeProfile())).toEqual([`${choice} = ${stringifyJson(answer)}`])
})

test('an answer that no example shows can break a client', async () => {
  const answers = { 'input.max-length': { title: 255 } }
  const passes = { 'input.max-length': ['none'] }
  const fails = [{ answers, tests: [] }]
  const client: ClientFile = { schemaVersion: 1, command: 'npm test', passes, fails, operations: [] }
  const profile = completeProfile(answers)
  const { clients } = await verified(profile, { profile, clients: [{ name: 'web', client }] })
  expect(clients).toMatchObject([{ breaks: fails, unknown: [] }])
})

test('a choice that the profile calls unknown is held against nobody', async () => {
  const expected = completeProfile(completeProfile({ unknown: ['create.status'] }))
  expect(await complaints(completeProfile({ 'create.status': 203 }), expected)).toEqual([])
})

test('what is permitted and odd is told with its request, and fails nothing', async () => {
  const change = all(
    answeringMissing('remove', 500),
    ...['text-trimmed', 'ids-highest-plus-one'].map(changeOf),
  )
  const { verdict, exitCode, unusual = [] } = await verifyAt(change)
  expect([verdict, exitCode, unusual.length]).toEqual(['held', 0, 3])
  expect(unusual[0]).toMatch(/^DELETE \/posts\/\d+ answers 500 to a request to delete a post/)
  expect(unusual[1]).toMatch(/^(POST|PUT) \/posts\S* keeps " .*" as "/s)
  expect(unusual[2]).toMatch(/^POST \/posts gives the id (\d+) again, after DELETE \/posts\/\1\.$/)
})

const failsToPatch = intercepting(({ method }) => (method === 'PATCH' ? { status: 500 } : undefined))

test.each([
  [{ 'method.other': 405 }, 'differs'],
  ['default', 'differs'],
  [{ 'create.status': 201 }, 'not judged'],
  [{ 'method.other': 405, unknown: ['method.other'] }, 'not judged'],
] as const)('by the profile %j, an answer that no profile can say %s', async (profile, verdict) => {
  const { choices } = await verifyAt(failsToPatch, { profile })
  const method = choices.find(({ choice }) => choice === 'method.other')
  expect(method).toMatchObject({ verdict, reason: 'it is 500, which no profile can say' })
})
