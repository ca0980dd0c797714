import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../../contracts/custody/ledger.ts'
import { runCli } from '../../support/cli-surroundings.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const url = 'http://127.0.0.1:9/v1'

test('names ledgers that it cannot read and addresses of others, with exit code 1', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'pu-later.jsonl')
  await writeFile(file, 'of a later version\n')
  for (const number of [1, 2]) {
    const ledger = await openLedger({ url: `https://other${number}.example/v1`, folder })
    ledger.created({ id: 1, title: 'a' })
    await ledger.close()
  }
  const { code, stdout, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`Not swept: ${file} is of another version.`)
  expect(stderr).toMatch(
    /There are ledgers for 2 other addresses, such as https:\/\/other\d\.example\/v1\.\n$/,
  )
})
