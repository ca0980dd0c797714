import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clauseIds } from '../../../contracts/scenarios/clauses.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import type { Change } from '../../provider-set/provider.ts'
import { type RunningProvider, startProvider } from '../../provider-set/start.ts'
import { runCli, startCli } from '../../support/cli.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'

const folder = await temporaryFolder()

async function start(change?: Change): Promise<RunningProvider> {
  const provider = await startProvider(change)
  onTestFinished(provider.close)
  return provider
}

/** Runs the command to its end, without sequences: they have tests of their own. */
const verify = (...given: string[]) => runCli('verify', '--budget', '0', ...given)

test('exits with 1 where a clause is broken, and names it', async () => {
  const { url } = await start((_provider, correct) => ({ all: () => correct.all().slice(1) }))
  const profile = join(folder, 'my posts.json')
  await writeFile(profile, '{}')
  const limits = ['--settle', '100', '--timeout', '3', '--rate', '500', '--max-time', '90']
  const choices = ['--insecure', '--profile', profile, '--without', 'replace']
  const { code, stdout } = await verify(url, ...limits, ...choices, '--header', 'X-Api-Key: k-12345')
  expect(stdout).toMatch(/^BROKEN .*\n/)
  expect(stdout).toMatch(/\n✗ Post .+ is not in the list\n {2}list\.all the document says/)
  const given = `--budget 0 --insecure --profile '${profile}' ${limits.join(' ')} --without replace`
  const replayed = `replay npx posts-understudy verify ${url} ${given} --header "X-Api-Key: $X_API_KEY_HEADER"`
  expect(stdout).toContain(replayed)
  expect(code).toBe(1)
})

test('exits with 0 where all that is broken is accepted, and names what no longer needs it', async () => {
  const { url } = await start(changeOf('replace-content-only'))
  const accepted = ['replace.whole', 'read.ok'].flatMap((clause) => ['--accept', clause])
  const { code, stdout } = await verify(url, '--quiet', '--settle', '100', ...accepted)
  expect(stdout).toMatch(/^ACCEPTED .* breaks replace\.whole/)
  expect(stdout).toMatch(/\n✗ replace\.whole {2}accepted: The title of post \d+ .+ is wrong\.\n\n/)
  expect(stdout).toContain('Accepted: replace.whole, read.ok. Held, and no longer to accept: read.ok.')
  expect(code).toBe(0)
})

test('exits with 3 where nobody listens', async () => {
  const { url, close } = await startProvider()
  await close()
  const { code, stdout, stderr } = await verify(url.replace('//', '//ann:s3cret@'), '--quiet')
  expect(stdout).toMatch(/^NOT JUDGED .*\n.*nothing listens at/)
  expect(stdout + stderr).not.toContain('s3cret')
  expect(code).toBe(3)
})

test.each([[[]], [['--verbose']]])(
  'accuses no provider of an address without /v1, and says what to check: %j',
  async (flags) => {
    const { url } = await start()
    const header = 'Authorization: Bearer of-a-length'
    const { code, stdout } = await verify(new URL(url).origin, '--quiet', ...flags, '--header', header)
    expect(code).toBe(3)
    expect(stdout).toMatch(/^To reproduce: curl -i \S+\/posts -H .*AUTHORIZATION_HEADER"?$/m)
    const hint = 'Check that the address is the base address, without /posts'
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(hint)
    expect(stdout.split('curl -i')).toHaveLength(2)
    expect(stdout).toContain('0 of 17 clauses held')
  },
)

test('a run without deletes names the first posts that stay, and how to remove them later, once', async () => {
  const { url } = await start(() => ({ remove: () => ({ status: 403 }) }))
  const { stdout, stderr } = await verify(url, '--without', 'delete', '--settle', '0')
  expect(stderr).toMatch(
    /^This run creates several hundred tagged posts at .* removes at its end those that it can\.$/m,
  )
  expect(stdout).toMatch(
    /Posts of this run stay at the provider \(--without delete\):\n {2}\d+ posts with pu\w{7}: (?:\d+,\s+){10}…\s+and\s+\d+\s+more\s+posts\n/,
  )
  expect(`${stdout}${stderr}`.split('--sweep')).toHaveLength(2)
  expect(stdout).not.toContain('curl')
})

test('writes JSON, JUnit and the summary of a step', async () => {
  const { url } = await start()
  const [json = '', junit = '', summary = ''] = ['a.json', 'a.xml', 'a.md'].map((name) => join(folder, name))
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
  // Reads alone are over soon, and a report has every clause and choice in any case.
  await verify(url, '--quiet', '--read-only', '--json', json, '--junit', junit)
  vi.stubEnv('GITHUB_STEP_SUMMARY', '')
  const result = JSON.parse(await readFile(json, 'utf8')) as VerifyResult & { schemaVersion: number }
  expect(result.schemaVersion).toBe(1)
  expect(result.clauses.map(({ clause }) => clause)).toEqual(clauseIds)
  expect(result.choices.map(({ choice }) => choice)).toEqual(choiceIds)
  const xml = await readFile(junit, 'utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml.match(/<testcase /g)).toHaveLength(clauseIds.length + choiceIds.length)
  expect(await readFile(summary, 'utf8')).toContain(url)
})

test('a summary that cannot be written is told, and the verdict stands', async () => {
  const { url } = await start()
  vi.stubEnv('GITHUB_STEP_SUMMARY', join(folder, 'no such folder', 'summary.md'))
  const { code, stderr } = await verify(url, '--read-only')
  vi.stubEnv('GITHUB_STEP_SUMMARY', '')
  expect(code).toBe(0)
  expect(stderr).toMatch(/Failed to write the summary of the step \(GITHUB_STEP_SUMMARY\): ENOENT/)
})

test('--sweep names a ledger that it cannot read, with exit code 1, and leaves it and other files', async () => {
  const ledgers = join(folder, 'ledgers')
  await mkdir(ledgers)
  await writeFile(join(ledgers, 'pu-later.jsonl'), 'of a later version\n')
  await writeFile(join(ledgers, 'readme.txt'), 'mine')
  const { code, stderr } = await verify('http://127.0.0.1:9/v1', '--sweep', '--ledger', ledgers)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Not swept: \S+pu-later\.jsonl: it is not a ledger of this version\.\n$/),
  ])
  expect(await filesIn(ledgers)).toHaveLength(2)
})

test('cleans up at a provider that was away for a while', async () => {
  let isAway = false
  let lost = 0
  const provider = await start((_provider, correct) => ({
    send: (reply, response, call) => {
      if (!isAway) return correct.send(reply, response, call)
      lost++
      response.destroy()
    },
  }))
  await using cli = startCli('verify', provider.url, '--quiet', '--budget', '0')
  // There is something to leave behind.
  await expect.poll(() => provider.provider.posts.size, { interval: 5 }).toBeGreaterThan(5)
  isAway = true
  // More than a read is sent again, and the first requests of the clean-up.
  await expect.poll(() => lost).toBeGreaterThan(9)
  isAway = false
  expect(await cli.ended).toBe(3)
  expect(provider.provider.posts.size).toBe(0)
})
