import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { Call, Change, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { sampled } from '../../support/full.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

/** Answers that have an ETag, and 304 to a client that has it. */
function tagging(tagOf: (reply: Reply, call: Call) => string, isHonoured = true): Change {
  return (_provider, correct) => ({
    answer: async (call) => {
      const reply = await correct.answer(call)
      if (call.method !== 'GET' || reply.status !== 200) return reply
      const etag = tagOf(reply, call)
      if (isHonoured && call.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
      return { ...reply, headers: { ...reply.headers, etag } }
    },
  })
}

const hashOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`
const textOf = ({ body }: Reply) =>
  JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
const whole = (reply: Reply) => hashOf(textOf(reply))
const titleOf = ({ body }: Reply) => hashOf(String((body as { title: string }).title))

const tags: readonly [string, Change, readonly string[]][] = [
  ['that is the same after a replace', tagging((_reply, { path }) => `"${path}"`), ['list.all', 'read.ok']],
  [
    'of the title of a post',
    tagging((reply, { path }) => (path.endsWith('/posts') ? whole(reply) : titleOf(reply))),
    ['read.ok'],
  ],
  ['of the length of the body', tagging((reply) => `"${textOf(reply).length}"`), ['list.all', 'read.ok']],
  ['of the whole body', tagging(whole), []],
  ['that is always the same, and never answered with 304', tagging(() => '"1"', false), []],
]

test.each(sampled(tags, 1, 2))('judges an ETag %s', async (_about, change, expected) => {
  const { url, close } = await startProvider(change)
  const ledgerFolder = await temporaryFolder()
  const { clauses } = await verifyProvider({
    url,
    budget: 0,
    settle: 200,
    ledgerFolder,
  }).finally(close)
  const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  expect(broken).toEqual(expected)
})
