import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main, startServe } from '../../support/cli.ts'
import { isFull } from '../../support/full.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { startProgram } from '../../support/run-program.ts'
import { sent } from '../../support/sent.ts'

const rounds = isFull ? 10 : 4
const clients = 4

/** Creates posts one after the other until the server is gone, and notes the titles of those that were answered. */
async function createUntilGone(url: string, client: string, answered: string[]): Promise<void> {
  for (let number = 0; ; number++) {
    const title = `${client} ${number}`
    try {
      const response = await fetch(`${url}/posts`, sent('POST', { title, content: 'a'.repeat(2000) }))
      await response.text()
      answered.push(title)
    } catch {
      return
    }
  }
}

test('holds every write that was answered, and a whole state, at whatever moment it is killed', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'posts.json')
  const answered: string[] = []
  for (let round = 0; round < rounds; round++) {
    await using cli = await startServe(['--data', file, '--posts', '0'])
    const enough = answered.length + 1 + Math.floor(Math.random() * 40)
    const writers = Array.from({ length: clients }, (_, client) =>
      createUntilGone(cli.url, `${round}-${client}`, answered),
    )
    while (answered.length < enough) await new Promise(setImmediate)
    await new Promise((settle) => setTimeout(settle, Math.random() * 10))
    cli.signal('SIGKILL')
    await cli.ended
    await Promise.all(writers)
    const { posts }: { posts: { id: number; title: string }[] } = JSON.parse(await readFile(file, 'utf8'))
    const titles = posts.map(({ title }) => title)
    expect(answered.filter((title) => !titles.includes(title))).toEqual([])
    expect(posts.map(({ id }) => id)).toEqual(posts.map((_, position) => position + 1))
    // Each client waits for its reply: at most its one unanswered write may be there beyond what was answered.
    expect(titles.length - answered.length).toBeLessThanOrEqual(clients * (round + 1))
  }
  await using cli = await startServe(['--data', file])
  expect(cli.printed.stdout).toContain(`Data:     ${file}\n`)
  const names = await readdir(folder)
  expect(names).toContain('.posts.json.lock')
  // A server that is killed while it writes leaves a draft.
  expect(names.filter((name) => !/^\.?posts\.json(?:\.lock|\.\d+)?$/.test(name))).toEqual([])
})

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

test.runIf(canMount)(
  'holds every write that was answered, and no cut file, on a disk that gets full',
  async () => {
    const folder = await temporaryFolder()
    const disk = `mount -t tmpfs -o size=256k tmpfs "${folder}" && cd "${folder}"`
    const serve = `"${process.execPath}" "${main}" serve --port 0 --posts 0 --data posts.json`
    const cli = startProgram('unshare', ['-rm', 'bash', '-c', `${disk} && exec ${serve}`])
    const [, list = ''] = await cli.until('stdout', /Posts: +(http:\S+)/)
    const create = () => fetch(list, sent('POST', { title: 'a', content: 'a'.repeat(20_000) }))
    let answered = 0
    while ((await create()).status === 201) answered++
    const kept = await readFile(`/proc/${cli.pid}/cwd/posts.json`, 'utf8')
    cli.signal('SIGKILL')
    await cli.ended
    expect(JSON.parse(kept).posts).toHaveLength(answered)
  },
)
