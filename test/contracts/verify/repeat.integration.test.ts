import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { causesOf } from '../../../contracts/report/cause.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { ordinaryBugs, startBuggyService } from '../../support/buggy-service.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const run = promisify(execFile)

/** The wrong text of the headline, in a run at a service with a bug, and what its script shows later. */
async function repeated(name: string, budget = 0) {
  const service = await startBuggyService(ordinaryBugs[name])
  onTestFinished(service.close)
  const { url } = service
  const ledgerFolder = await temporaryFolder()
  const headers = { 'x-api-key': 'secret-4711' }
  const options = { url, ledgerFolder, headers, settle: 0, budget, seed: 1 }
  const [cause] = causesOf(await verifyProvider(options))
  const script = cause?.sequence?.script.join('\n') ?? cause?.finding.repeat ?? ''
  expect(script).not.toContain('secret-4711')
  const { stdout, stderr } = await run('sh', ['-c', script], {
    env: { ...process.env, X_API_KEY: 'secret-4711' },
  })
  return { finding: cause?.finding, script, shown: stdout + stderr, left: service.left() }
}

test.each([
  'a replace merges',
  'a replace ignores an empty content',
  'a replace keeps the title',
  'a replace appends',
  'texts are cut at 255',
])('where %s, the script makes a post and shows the wrong reply', async (name) => {
  const { finding, script, shown, left } = await repeated(name)
  expect(script).toContain('-X POST')
  expect(left).toHaveLength(1)
  expect(shown).toContain(`"id":${left[0]?.id}`)
  expect(shown).toContain(JSON.stringify(finding?.actual).slice(1, -1).replaceAll(/^…|…$/g, '').slice(0, 100))
})

test('the evidence of a replace that ignores what is empty is an empty content of an ordinary post', async () => {
  const { finding } = await repeated('a replace ignores an empty content')
  expect(finding?.shownBy).toBe('replace/empty-content')
  expect(finding?.exchanges[0]?.request).toMatchObject({ method: 'POST', path: '/posts' })
})
