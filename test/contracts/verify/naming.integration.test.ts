import { expect, test } from 'vitest'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, holding, listing, refusing } from '../../provider-set/changes.ts'
import type { Change, Fields, Post, PostInput } from '../../provider-set/provider.ts'
import { instant } from '../../support/distant-clock.ts'
import { verifyAt } from '../../support/verify-at.ts'

const changes: Readonly<Record<string, Change>> = {
  'fails-after-a-bad-body': (provider, correct) => {
    let isFailing = false
    return {
      route(call) {
        isFailing ||= call.body.toString() === '{"title":'
        return isFailing ? provider.problem(500, 'The transaction is aborted.') : correct.route(call)
      },
    }
  },
  'list-normalises': listing(({ id, title, content }) => ({ id, title, content: content.normalize('NFC') })),
  // It takes a post without a content.
  'replace-in-part-loses-the-title': (_provider, correct) => ({
    accept: (body, call) => correct.accept({ content: '', ...(body as Fields) }, call),
    replace: (id, input) => correct.replace(id, input.content === '' ? { ...input, title: 'lost' } : input),
  }),
  // The delete is done, and answered as if there had been no post.
  'delete-answers-404': (provider, correct) => ({
    remove(id) {
      correct.remove(id)
      return provider.missing(id)
    },
  }),
  'replace-by-a-rounded-id': (_provider, correct) => ({
    nextId: (input) => correct.nextId(input) + 2n ** 53n + 1n,
    replace: (id, input) => correct.replace(BigInt(Number(id)), input),
  }),
  'replace-spreads-to-foreign': all(holding(3), changeOf('replace-spreads-to-all')),
  'replace-lists-twice': (_provider, correct) => {
    const replaced = new Set<bigint>()
    return {
      replace(id, input) {
        replaced.add(id)
        return correct.replace(id, input)
      },
      all: () => correct.all().flatMap((post) => (replaced.has(post.id) ? [post, post] : [post])),
    }
  },
}

const isTitleTaken = ({ title }: PostInput, others: readonly Post[]) =>
  others.some((post) => post.title === title)
const hasNul = ({ content }: PostInput) => content.includes('\0')

/** What attribution.ts says of an example. */
test.each([
  ['create-once', 'list/after-delete', 'create.adds'],
  ['refused-wrong-type-is-added', 'create/no-title', 'create.adds'],
  ['id-constant', 'create/equal', 'create.assigns-id'],
  ['replace-shows-body-id', 'replace/body-id-taken', 'create.assigns-id'],
  ['content-lost', 'create/empty-title', 'create.adds'],
  ['list-one-per-title', 'create/equal', 'list.all'],
  ['equal-posts-merged', 'create/equal', 'create.not-idempotent'],
  ['replace-doubles-in-list', 'replace/existing', 'replace.same-id'],
  ['delete-again-brings-back', 'delete/deleted', 'delete.idempotent'],
  ['delete-blanks', 'read/deleted', 'delete.removes'],
  ['title-of-list-shortened', 'create/markup', 'list.all'],
  ['list-normalises', 'create/unicode', 'list.all'],
  ['create-alters-the-newest', 'list/after-delete', 'others.untouched'],
  ['replace-spreads-to-all', 'replace/existing', 'others.untouched'],
  ['replace-spreads-to-foreign', 'replace/existing', 'others.untouched'],
  ['read-203', 'list/several', 'read.ok'],
  ['replace-in-part-loses-the-title', 'replace/no-content', 'replace.whole'],
  ['replace-again-copies', 'replace/again', 'replace.idempotent'],
  ['replace-copies', 'replace/again', 'replace.same-id'],
  ['replace-moves', 'read/replaced', 'replace.same-id'],
  ['replace-500', 'read/replaced', 'replace.whole'],
  ['replace-unlists', 'replace/again', 'replace.whole'],
  ['read-empties', 'list/several', 'safe.get'],
])('%s, shown by %s, is named by %s alone', async (name, only, clause) => {
  const { broken } = await verifyAt(changes[name] ?? changeOf(name), { only, clock: instant, settle: 100 })
  expect(broken).toEqual([clause])
})

/** Faults that the set does not have, and reads for which writes seem to be to blame, in a whole run. */
test.each([
  ['read-escapes', 'safe.get'],
  ['read-removes-others', 'safe.get'],
  ['fails-after-a-bad-body', 'list.ok'],
  ['delete-answers-404', 'delete.removes'],
  ['replace-by-a-rounded-id', 'replace.same-id'],
  ['replace-lists-twice', 'list.all'],
])('all of %s is named by %s', async (name, clause) => {
  // Some faults show to requests one after the other alone.
  expect((await verifyAt(changes[name] ?? changeOf(name), { clock: instant, settle: 300 })).broken).toEqual([
    clause,
  ])
})

test('where a text with a NUL leaves a post without texts, its create is shown, and no repeat leaves more', async () => {
  const decoding: Change = (provider, correct) => ({
    create: (input) => ({ status: 201, body: { id: provider.write(provider.nextId(input), input).id } }),
    show: (post) =>
      /\0/.test(post.content) ? { id: post.id, title: null, content: null } : correct.show(post),
  })
  const { findings, leftovers } = await verifyAt(decoding, { clock: instant, settle: 100 })
  expect(leftovers).toHaveLength(2)
  expect(findings).not.toEqual([])
  for (const { exchanges, post } of findings)
    expect(exchanges.findLast(({ request }) => request.method === 'POST')?.reply.body).toContain(
      `"id":${post}`,
    )
})

test.each([
  ['equal titles', isTitleTaken, 'the texts of an earlier post', [201, 500]],
  ['texts with NUL', hasNul, 'the content "before\\u0000after"', [500]],
])('where %s answer 500, the finding says and shows it', async (_what, isUnwanted, says, statuses) => {
  const { findings, broken } = await verifyAt(refusing(500, isUnwanted), { clock: instant, settle: 100 })
  expect(broken).toEqual(['create.adds'])
  expect(findings[0]?.about).toContain(says)
  expect(findings[0]?.exchanges.map(({ reply }) => reply.status).slice(-2)).toEqual(statuses)
})
