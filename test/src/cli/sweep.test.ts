import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../support/cli-surroundings.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const url = 'http://127.0.0.1:9/v1'

test('names a ledger that it cannot read, with exit code 1', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'pu-later.jsonl')
  await writeFile(file, 'of a later version\n')
  const { code, stdout, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Not swept: ${file}: it is not a ledger of this version.\n`,
  })
})
