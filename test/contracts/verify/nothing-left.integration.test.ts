import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sweep } from '../../../contracts/custody/sweep.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { all, holding, preceded } from '../../provider-set/changes.ts'
import { faults } from '../../provider-set/faults.ts'
import { restore } from '../../provider-set/kept-posts.ts'
import type { Change, Post } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { leaping } from '../../support/distant-clock.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

/** Ordinary bugs of replaces, texts, lists and ids. */
const bugs = [
  ...['replace-merges', 'replace-content-only', 'replace-prepends', 'replace-missing-creates-elsewhere'],
  ...['capitalised', 'title-cut-at-10', 'content-absent-when-listed', 'content-of-list-shortened'],
  'text-html-escaped',
]

test.concurrent.each([...faults, ...variations].filter(({ name }) => bugs.includes(name)))(
  'no post is left at $name, and a sweep removes those of a killed run',
  async ({ change }) => {
    const ledgerFolder = await temporaryFolder()
    /** What a run would leave that is killed at some moments. */
    const moments: { ledgerFolder: string; posts: ReadonlyMap<bigint, Post> }[] = []
    let requests = 0
    let isOver = false
    const watching: Change = (provider, correct) => ({
      answer: preceded(correct.answer, () => {
        if (isOver || ++requests % 150 !== 0) return
        const copied = `${ledgerFolder}-${requests}`
        cpSync(ledgerFolder, copied, { recursive: true })
        moments.push({ ledgerFolder: copied, posts: new Map(provider.posts) })
      }),
    })
    await using running = await startProvider(all(holding(2), change, watching))
    const { url, provider } = running
    const theirs = [...provider.posts.keys()]
    const result = await verifyProvider({ url, ledgerFolder, settle: 0, budget: 0, seed: 1, clock: leaping })
    isOver = true
    const left = () => [...provider.posts.keys()]
    expect({ left: left(), leftovers: result.leftovers }).toEqual({ left: theirs, leftovers: [] })
    for (const moment of moments) {
      restore(provider, moment.posts)
      const client = createProviderClient({ url })
      await sweep({ client, folder: moment.ledgerFolder, isAlive: () => false, patience: 0, settle: 0 })
      await client.close()
      expect(left()).toEqual(theirs)
    }
  },
)

test('an internal error ends the run, and leaves no post', async () => {
  const { url, provider, close } = await startProvider()
  const onProgress = ({ key }: { key: string }) => {
    if (key === 'replace/existing') throw new TypeError('an internal error')
  }
  const judging = verifyProvider({ url, budget: 0, onProgress })
  await expect(judging.finally(close)).rejects.toThrow('an internal error')
  expect([...provider.posts.values()]).toEqual([])
})
