import { expect, test } from 'vitest'
import type { Finding } from '../../../contracts/judge/finding.ts'
import { rootCausesOf } from '../../../contracts/verify/root-causes.ts'

function finding(clause: Finding['clause'], more: Partial<Finding> = {}): Finding {
  return { clause, about: '', expected: '', actual: '', shownBy: 'an example', exchanges: [], ...more }
}

const clausesOf = (findings: readonly Finding[]) => rootCausesOf(findings).map(({ clause }) => clause)

test('a list that is wrong explains what only the list shows', () => {
  const [cause] = rootCausesOf([
    finding('delete.removes', { views: ['list'] }),
    finding('list.all', { views: ['list'] }),
  ])
  expect(cause).toMatchObject({ clause: 'list.all', alsoSeenAs: [{ clause: 'delete.removes' }] })
})

test('a list that is wrong does not explain what reading shows, too', () => {
  const seenBoth = finding('delete.removes', { views: ['list', 'read'] })
  expect(clausesOf([seenBoth, finding('list.all', { views: ['list'] })])).toEqual([
    'list.all',
    'delete.removes',
  ])
})

test('looking that changes something explains every state that was looked at', () => {
  const others = finding('others.untouched', { views: ['list', 'read'] })
  expect(clausesOf([others, finding('safe.get', { views: ['list'] })])).toEqual(['safe.get'])
})

test('looking that changes something does not explain a write that fails', () => {
  expect(clausesOf([finding('delete.removes'), finding('safe.get', { views: ['list'] })])).toEqual([
    'safe.get',
    'delete.removes',
  ])
})

test('a reply of a wrong shape explains what stands on it', () => {
  const missing = finding('create.adds', { shakenBy: ['post.shape'] })
  expect(clausesOf([missing, finding('post.shape')])).toEqual(['post.shape'])
})

test('a text that a create does not keep explains that a replace does not keep it', () => {
  const text = { isMangled: true, views: ['list', 'read'] } as const
  expect(clausesOf([finding('replace.whole', text), finding('create.adds', text)])).toEqual(['create.adds'])
})

test('a text that a replace leaves as it was is a fault of the replace', () => {
  const create = finding('create.adds', { isMangled: true })
  expect(clausesOf([finding('replace.whole', { isMangled: false }), create])).toEqual([
    'create.adds',
    'replace.whole',
  ])
})

test('a list that does not show all posts explains a post that nobody made: it came into sight', () => {
  const stray = finding('delete.removes', { isStray: true, views: ['list', 'read'] })
  expect(clausesOf([stray, finding('list.all', { views: ['list'] })])).toEqual(['list.all'])
})

test('where creates leave nothing, one that is like another leaves nothing for the same reason', () => {
  const lost = { isMangled: true }
  const replaced = finding('replace.whole', { isMangled: true, views: ['list', 'read'] })
  expect(clausesOf([finding('create.not-idempotent', lost), finding('create.adds', lost), replaced])).toEqual(
    ['create.adds'],
  )
})

test('what takes posts of others away takes those that were just created, too', () => {
  const gone = { isMissing: true, views: ['list', 'read'] } as const
  const found = [
    finding('create.adds', gone),
    finding('delete.removes', gone),
    finding('others.untouched', gone),
  ]
  expect(clausesOf(found)).toEqual(['others.untouched'])
  expect(clausesOf([...found.slice(1), finding('delete.idempotent', gone)])).toEqual(['delete.idempotent'])
})

test.each([
  ['create.not-idempotent', finding('create.adds', { views: ['list', 'read'] })],
  ['delete.idempotent', finding('delete.removes')],
  ['delete.idempotent', finding('others.untouched', { views: ['list', 'read'] })],
  ['create.assigns-id', finding('others.untouched', { views: ['list', 'read'] })],
] as const)('%s explains what other posts come to: $clause', (cause, seen) => {
  expect(clausesOf([seen, finding(cause)])).toEqual([cause])
})
