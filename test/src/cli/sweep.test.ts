import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../../contracts/custody/ledger.ts'
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

test('names ledgers that it cannot read in one line, with the next step and exit code 1', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'pu-later.jsonl')
  await writeFile(file, 'of a later version\n')
  await writeFile(join(folder, 'pu-latest.jsonl'), 'of the next version\n')
  const { code, stdout, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Not swept, because this version cannot read what another wrote: ${file} and 1 more. Sweep with that version, or delete the files.\n`,
  })
})

test('names a few addresses of other ledgers in one line, and counts the rest', async () => {
  const folder = await temporaryFolder()
  for (const number of [1, 2, 3, 4, 5]) {
    const ledger = await openLedger({ url: `https://other${number}.example/v1`, folder })
    ledger.created({ id: 1, title: 'a' })
    await ledger.close()
  }
  const { code, stderr } = await runCli('verify', url, '--sweep', '--ledger', folder)
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^There are ledgers for (https:\/\/other\d\.example\/v1(, )?){3} and 2 more too; pass an address to sweep it\.\n$/,
  )
})
