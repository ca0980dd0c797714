import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../support/cli-surroundings.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const url = 'http://127.0.0.1:9/v1'

test('says in which folder it found nothing to sweep', async () => {
  const folder = await temporaryFolder()
  const { code, stdout, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `Nothing to sweep: ${folder} has no notes of a killed run at ${url}.\n`,
    stderr: '',
  })
})

test('names a ledger that it leaves alone, and does not say that there is nothing', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'pu-later.jsonl')
  await writeFile(file, 'of a later version\n')
  const { code, stdout, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain(`Not swept: ${file}: `)
})
