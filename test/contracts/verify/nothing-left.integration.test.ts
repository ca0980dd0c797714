import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweep } from '../../../contracts/custody/sweep.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { type KeptPost, ordinaryBugs, startBuggyService } from '../../support/buggy-service.ts'

/** A moment of a run: what a killed run would leave. */
interface Moment {
  readonly ledgerFolder: string
  readonly posts: readonly (readonly [number, KeptPost])[]
}

const temporary = () => mkdtempSync(join(tmpdir(), 'understudy-left-'))

test.concurrent.each(Object.entries(ordinaryBugs))(
  'no post is left where %s, and a sweep removes those of a killed run',
  async (_name, bug) => {
    await using cleanUp = new AsyncDisposableStack()
    const folders = [temporary()]
    const [ledgerFolder = ''] = folders
    const moments: Moment[] = []
    let requests = 0
    let isOver = false
    const service = await startBuggyService(bug, () => {
      if (isOver || ++requests % 150 !== 0) return
      const folder = temporary()
      folders.push(folder)
      cpSync(ledgerFolder, folder, { recursive: true })
      moments.push({ ledgerFolder: folder, posts: [...service.posts] })
    })
    cleanUp.defer(async () => {
      await service.close()
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    })
    const { url, posts } = service
    const result = await verifyProvider({
      url,
      ledgerFolder,
      settle: 0,
      budget: 0,
      seed: 1,
    })
    isOver = true
    expect({ left: service.left(), leftovers: result.leftovers }).toEqual({ left: [], leftovers: [] })
    for (const moment of moments) {
      posts.clear()
      for (const [id, post] of moment.posts) posts.set(id, post)
      const client = createProviderClient({ url, environment: {} })
      await sweep({ client, folder: moment.ledgerFolder, isAlive: () => false, patience: 0, settle: 0 })
      await client.close()
      expect(service.left()).toEqual([])
      expect(posts.size).toBe(2)
    }
  },
)
