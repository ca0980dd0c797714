import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const name = 'posts-consumer-posts-service.pact.json'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

test('the committed Pact file is current', async () => {
  const committed = join(import.meta.dirname, '../../../contracts')
  const { code } = await runCli('contract', '--out', committed, '--check')
  expect(code, 'Write it anew with: node src/cli/main.ts contract --out contracts').toBe(0)
})

test('makes the folder, writes the file for pacticipants and names it', async () => {
  const out = join(folder, 'deep/pacts')
  const file = join(out, 'blog-api.pact.json')
  const result = await runCli('contract', '--out', out, '--consumer', 'blog', '--provider', 'api')
  expect(result).toEqual({ code: 0, stdout: `${file}\n`, stderr: '' })
  const written = JSON.parse(await readFile(file, 'utf8'))
  expect(written).toMatchObject({ consumer: { name: 'blog' }, provider: { name: 'api' } })
})

test('finds its own file current, and says if it is not, without writing', async () => {
  expect((await runCli('contract', '--out', folder, '--check')).code).toBe(1)
  await runCli('contract', '--out', folder)
  expect(await runCli('contract', '--out', folder, '--check')).toEqual({ code: 0, stdout: '', stderr: '' })
  await writeFile(join(folder, name), '{}')
  const { code, stderr } = await runCli('contract', '--out', folder, '--check')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is out of date. Run') })
  expect(await readFile(join(folder, name), 'utf8')).toBe('{}')
})

test('leaves what is in the place of the file, if it cannot be replaced', async () => {
  await mkdir(join(folder, name))
  const { code, stderr } = await runCli('contract', '--out', folder)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Pass a file in a writable folder'),
  })
  expect(await readdir(folder)).toEqual([name])
})
