import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takesAnything } from '../../provider-set/changes.ts'
import type { Call, Change } from '../../provider-set/provider.ts'
import { type RunningProvider, startProvider } from '../../provider-set/start.ts'
import { runCli, startCli } from '../../support/cli.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'
import type { RunningProgram } from '../../support/run-program.ts'

/** A provider with one post of somebody else that takes its time for what `isSlow` says, and a run at it. */
async function begin(isSlow: (call: Call) => boolean, change: Change = () => ({}), delay = 500) {
  const arrived = Promise.withResolvers<void>()
  const running = await startProvider((provider, correct) => ({
    ...takesAnything(provider, correct),
    ...change(provider, correct),
    async answer(call) {
      const reply = await correct.answer(call)
      if (!isSlow(call)) return reply
      arrived.resolve()
      await wait(delay, undefined, { ref: false })
      return reply
    },
  }))
  onTestFinished(running.close)
  running.provider.write(++running.provider.lastId, { title: '', content: '', fields: {} })
  const state = await temporaryFolder()
  vi.stubEnv('XDG_STATE_HOME', state)
  const ledgers = () => filesIn(`${state}/posts-understudy/ledger`)
  return { ...running, arrived: arrived.promise, ledgers }
}

function verify({ url }: RunningProvider): RunningProgram {
  return startCli('verify', url, '--quiet', '--budget', '0')
}

function calibrate({ url }: Pick<RunningProvider, 'url'>, ...more: string[]): RunningProgram {
  return startCli('calibrate', url, '--quiet', '--out', join(tmpdir(), 'no-such-profile.json'), ...more)
}

const isUnmarked = ({ method, body }: Call) =>
  method === 'POST' && String(body).search(/pu[b-df-hj-np-tv-xz]{7}/) < 0

/** Two at once are one: npx hands on what the terminal has sent already. */
test.each([
  ['SIGTERM', verify, ['SIGTERM']],
  ['SIGINT and a SIGTERM', calibrate, ['SIGINT', 'SIGTERM']],
] as const)(
  'a %s while a create without a mark is on its way ends the run with 3 and leaves nothing',
  async (_name, start, signals) => {
    const provider = await begin(isUnmarked)
    await using cli = start(provider)
    await provider.arrived
    for (const signal of signals) cli.signal(signal)
    expect(await cli.ended).toBe(3)
    expect([[...provider.provider.posts.keys()], await provider.ledgers()]).toEqual([[1n], []])
  },
)

test('a second Ctrl-C ends at once, and says what is left and how to remove it', async () => {
  let isSlow = true
  // One that refuses what bears no mark: a sweep leaves that alone.
  const strict: Change = (_provider, { readBody, accept }) => ({ readBody, accept })
  let deletes = 0
  // The first ones show that posts can be deleted, and whether ids are reused.
  const isLate = ({ method }: Call) => method === 'DELETE' && ++deletes > 10 && isSlow
  const provider = await begin(isLate, strict, 30_000)
  await using cli = calibrate(provider, '--header', 'X-Tenant: one')
  await provider.arrived
  cli.signal('SIGINT')
  await cli.until('stderr', /Stopping: removing the posts of this run first\. Press Ctrl-C again/)
  const again = setInterval(() => cli.signal('SIGINT'), 100)
  expect(await cli.ended.finally(() => clearInterval(again))).toBe(130)
  expect(cli.printed.stderr).toContain(
    `may be left at the provider. Remove them:\n  npx posts-understudy verify ${provider.url} --sweep --header "X-Tenant: $X_TENANT_HEADER"\n`,
  )
  const [ledger = ''] = await provider.ledgers()
  expect(cli.printed.stderr).toMatch(new RegExp(`needs the ledger of this run: .*/${ledger}\\n$`))
  expect(provider.provider.posts.size).toBeGreaterThan(1)
  isSlow = false
  expect((await runCli('verify', provider.url, '--sweep')).code).toBe(0)
  expect([...provider.provider.posts.keys()]).toEqual([1n])
})

test('a provider that dies in the middle of a run is told in one line, and --ledger keeps what the sweep needs', async () => {
  const { url, provider } = await begin(() => false)
  const ledger = await temporaryFolder()
  const { send } = provider
  let isDead = false
  provider.send = (reply, response, call) => {
    isDead ||= provider.posts.size > 5
    if (isDead) response.socket?.destroy()
    else send(reply, response, call)
  }
  await using cli = calibrate({ url }, '--ledger', ledger)
  expect(await cli.ended).toBe(3)
  expect(cli.printed.stderr.match(/--sweep/g)).toHaveLength(1)
  expect(cli.printed.stderr).toContain(`verify ${url} --sweep --ledger ${ledger}\n`)
  expect(await filesIn(ledger)).toHaveLength(1)
  const { code, stderr } = await runCli('verify', url, '--sweep', '--ledger', ledger)
  expect([code, stderr]).toEqual([1, expect.stringContaining('closed before a reply came')])
  provider.send = send
  expect((await runCli('verify', url, '--sweep', '--ledger', ledger)).code).toBe(0)
  expect([[...provider.posts.keys()], await filesIn(ledger)]).toEqual([[1n], []])
})
