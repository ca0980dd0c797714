import { expect, onTestFinished, test } from 'vitest'
import { brokenClauses } from '../../../contracts/report/cause.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { after, all, holding, keepingEach, mixing, showing } from '../../provider-set/changes.ts'
import type { Change, Provider } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { runProgram } from '../../support/run-program.ts'
import { verifyAt } from '../../support/verify-at.ts'

/**
 * The wrong text of the headline, in a run at a provider with two posts of others, and what its script shows later.
 * @param before changes the provider before the script runs.
 */
async function repeated(change: Change, before: (provider: Provider) => unknown = () => {}) {
  const { url, provider, close } = await startProvider(all(holding(2), change))
  onTestFinished(close)
  const ledgerFolder = await temporaryFolder()
  const headers = { 'x-api-key': 'secret-4711' }
  const options = { url, ledgerFolder, headers, settle: 0, budget: 0, seed: 1, pact: false }
  const result = await verifyProvider(options)
  const [finding] = brokenClauses(result)[0]?.findings ?? []
  const script = finding?.repeat ?? ''
  expect(script).not.toContain('secret-4711')
  before(provider)
  const foreign = () => provider.all().filter(({ id, title }) => id <= 2n || title === 'Other')
  const were = foreign()
  const { stdout, stderr } = await runProgram('sh', ['-c', script], {
    env: { X_API_KEY_HEADER: 'secret-4711' },
  })
  const left = [...provider.posts.keys()].filter((id) => id > 2n)
  expect(foreign()).toEqual(were)
  return { finding, script, shown: stdout + stderr, left }
}

/** A replace merges, at a service that has these variations too. */
const merging = (...variations: string[]) => all(...['replace-merges', ...variations].map(changeOf))
const withAuthor = showing(({ id, title, content }) => ({
  author: { id: 1, name: 'Ann' },
  id,
  title,
  content,
}))
const ignoringEmpty = mixing((was, { content }) => ({ content: content || was.content }))

test.each([
  ['a replace merges', merging()],
  ['a replace merges, and Location alone names a new post', merging('create-none')],
  ['a replace merges, and the list alone shows a new post', merging('location-none-body-none')],
  [
    'a replace merges, and only the list, newest first, shows a new post',
    merging('location-none-body-none', 'list-newest-first'),
  ],
  ['a replace merges, and a post begins with its author', all(merging(), withAuthor)],
  ['a replace ignores an empty content', ignoringEmpty],
  ['a replace keeps the title', changeOf('replace-content-only')],
  ['texts are cut at 255', keepingEach((text) => text.slice(0, 255))],
])('where %s, the script makes a post and shows the wrong reply', async (_name, change) => {
  const { finding, script, shown, left } = await repeated(change)
  expect(script).toContain('-X POST')
  expect(left).toHaveLength(1)
  expect(shown).toContain(`"id":${left[0]}`)
  expect(shown).toContain(JSON.stringify(finding?.actual).slice(1, -1).replaceAll(/^…|…$/g, '').slice(0, 100))
})

test.each([
  [
    'its creates are refused',
    'replace-merges',
    (provider: Provider) => Object.assign(provider, { create: () => ({ status: 401 }) }),
  ],
  [
    'another client has an id that it names',
    'replace-body-id-wins',
    (provider: Provider) => provider.write(1_000_003n, { title: 'Other', content: 'Text.', fields: {} }),
  ],
])('where %s, the script writes to no post of another', async (_name, fault, before) => {
  await repeated(changeOf(fault), before)
})

test('the evidence of a replace that ignores what is empty is an empty content of an ordinary post', async () => {
  const { finding } = await repeated(ignoringEmpty)
  expect(finding?.shownBy).toBe('replace/empty-content')
  expect(finding?.exchanges[0]?.request).toMatchObject({ method: 'POST', path: '/posts' })
})

const deletingByTitle = after('remove', (provider, id) => {
  for (const post of provider.all())
    if (post.title === provider.written(id).at(-1)?.title) provider.erase(post.id)
})

test.each<[string, string | Change, RegExp]>([
  [
    'a delete takes the other post with the title',
    deletingByTitle,
    /(?:.+-X POST .+\n){2}foreign .+\ncurl -i -X DELETE .+\nforeign .+\ncurl -i -X DELETE/,
  ],
  [
    'a second delete removes all',
    'delete-again-wipes',
    /(?:curl -i -X DELETE \$URL\/posts\/\$\{ID\d:\?\}\n){2}/,
  ],
  [
    'a delete hits the newest post',
    'delete-hits-the-newest',
    /(?:.+-X POST .+\n){2}foreign .+\ncurl -i -X DELETE/,
  ],
  ['a list changes ids', 'list-numbers', /curl -i \$URL\/posts\ncurl -i \$URL\/posts\/\$\{ID:\?\}\n/],
  ['an ETag never changes', 'not-modified-for-good', /ETAG=.*\n(?:.*\n)*.*-H "if-none-match:\$\{ETAG#\*:\}"/],
  ['posts lack a title in the list', 'title-absent-when-listed', /-X POST .+\ncurl -i \$URL\/posts\n/],
  ['equal posts are merged', 'equal-posts-merged', /(?:.+-X POST .+\n){2}/],
  ['a create needs an earlier one', 'create-once', /(?:.+-X POST .+\n){2}/],
  ['a read adds a post', 'read-missing-adds', /(?:curl -i \$URL\/posts\/\d+\n?){2}/],
  ['a replace of a missing post makes one', 'replace-missing-creates-elsewhere', /-X PUT (?:.+\n)+.+posts\n/],
  [
    'a replace obeys the id in its body',
    'replace-body-id-wins',
    /-X PUT .+'\{"id":'"\$\{ID\d:\?\}"',"title"/,
  ],
])('where %s, the script has all that it takes', async (_name, fault, words) => {
  const change = typeof fault === 'string' ? changeOf(fault) : fault
  const [clause] = brokenClauses(await verifyAt(change, { settle: 0 }))
  expect(clause?.findings[0]?.repeat).toMatch(words)
})

test('a created post that the list shows with another title is not told as missing', async () => {
  const { finding } = await repeated(changeOf('capitalised'))
  expect(finding).toMatchObject({ clause: 'create.adds', about: 'a created post has other texts' })
  expect(finding?.actual).toMatch(/^\{"title":"Pu/)
})
