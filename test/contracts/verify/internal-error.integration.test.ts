import { expect, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('an internal error ends the run, and leaves no post', async () => {
  const ledgerFolder = await temporaryFolder()
  const { url, provider, close } = await startProvider()
  const onProgress = ({ key }: { key: string }) => {
    if (key === 'replace/existing') throw new TypeError('an internal error')
  }
  const judging = verifyProvider({ url, budget: 0, ledgerFolder, onProgress })
  await expect(judging.finally(close)).rejects.toThrow('an internal error')
  expect([...provider.posts.values()]).toEqual([])
})
