import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Candidate, Chromium } from './ensure/candidate.ts'
import { ensureChromium } from './ensure/ensure-chromium.ts'
import { remember, remembered } from './ensure/remembered.ts'
import { runBounded } from './ensure/run-bounded.ts'

function at(executablePath: string): Chromium {
  return { executablePath, env: {} }
}

function offers(name: string, ...paths: string[]): Candidate {
  return { name, find: async () => paths.map(at) }
}

function lacks(name: string, reason: string): Candidate {
  return { name, find: () => Promise.reject(new Error(reason)) }
}

/** Ensures with a world in which only some Chromiums work; gives all that was tried, said and remembered. */
async function ensureFrom(candidates: Candidate[], works: (path: string) => boolean) {
  const tried: string[] = []
  const said: string[] = []
  const kept: string[] = []
  const outcome = await ensureChromium({
    candidates,
    prove: async ({ executablePath }) => {
      tried.push(executablePath)
      if (!works(executablePath)) throw new Error('libnss3.so: cannot open\n  shared object file')
    },
    remember: async ({ executablePath }) => void kept.push(executablePath),
    say: (line) => said.push(line),
  }).catch((error: Error) => error)
  return { outcome, tried, said, kept }
}

test('takes the first Chromium that works and asks nobody behind it', async () => {
  const behind = { name: 'behind', find: () => expect.unreachable('it was asked') }
  const candidates = [lacks('none', 'it is not set'), offers('some', '/broken', '/good', '/other'), behind]
  const { outcome, tried, kept } = await ensureFrom(candidates, (path) => path !== '/broken')
  expect(outcome).toEqual(at('/good'))
  expect(tried).toEqual(['/broken', '/good'])
  expect(kept).toEqual(['/good'])
})

test('says in one line where the browser is, and what is there but does not work', async () => {
  const candidates = [
    offers('UNDERSTUDY_CHROMIUM', '/broken'),
    lacks('other', 'absent'),
    offers('the system', '/good'),
  ]
  const { said } = await ensureFrom(candidates, (path) => path === '/good')
  expect(said).toEqual([
    expect.stringMatching(
      /^Browser tests use \/good \(the system, [\d.]+ s\); UNDERSTUDY_CHROMIUM: \/broken does not work: libnss3\.so: cannot open \| shared object file$/,
    ),
  ])
})

test('names everything that was tried, and why it failed, where nothing works', async () => {
  const { outcome, kept } = await ensureFrom(
    [lacks('one', 'it is not set'), offers('two', '/a', '/b')],
    () => false,
  )
  expect(kept).toEqual([])
  expect(String(outcome)).toMatchInlineSnapshot(`
    "Error: Failed to find a Chromium for the browser tests: nothing that was tried works. Run \`npx playwright install --with-deps chromium\`, or name one in UNDERSTUDY_CHROMIUM.
      one: it is not set
      two: /a does not work: libnss3.so: cannot open | shared object file
      two: /b does not work: libnss3.so: cannot open | shared object file"
  `)
})

test('remembers a Chromium with the environment that it needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-chromium-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cache/chromium.json')
  await expect(remembered(file).find()).rejects.toThrow('nothing is remembered')
  const chromium = { executablePath: '/good', env: { LD_LIBRARY_PATH: '/libraries' } }
  await remember(file, chromium)
  expect(await remembered(file).find()).toEqual([chromium])
  await writeFile(file, 'half a wr')
  await expect(remembered(file).find()).rejects.toThrow()
})

const node = (script: string, silence: number) =>
  runBounded(process.execPath, ['--eval', script], { silence })

test('a bounded command gives what it printed', async () => {
  expect(await node('console.log("done")', 60_000)).toBe('done\n')
})

test('a bounded command that fails says what it complained about', async () => {
  const script = 'console.error("Error: no network"); console.error("  at once"); process.exitCode = 3'
  await expect(node(script, 60_000)).rejects.toThrow('it ended with 3: Error: no network')
})

test('a bounded command that is stuck ends, with all that it has started', async () => {
  // The grandchild holds the pipes: while it lives, the command does not count as closed.
  const script =
    'require("node:child_process").spawn(process.execPath, ["--eval", "setInterval(() => {}, 1e6)"], { stdio: "inherit" }).unref()'
  await expect(node(script, 1000)).rejects.toThrow('it said nothing for 1 s')
})

test('a command that does not exist says so', async () => {
  await expect(runBounded('/no/such/command', [], { silence: 60_000 })).rejects.toThrow('ENOENT')
})
