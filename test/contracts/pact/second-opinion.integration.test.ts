import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/contract.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { createPostsServer } from '../../../src/server.ts'
import { installFromNpm } from '../../providers/install.ts'
import { onceInCache } from '../../support/once-in.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { runProgram } from '../../support/run-program.ts'

const certificates = resolve(import.meta.dirname, '../../support/certificates')
// Pact reads all certificates for each request that it sends.
const environment = {
  PACT_DO_NOT_TRACK: 'true',
  SCARF_ANALYTICS: 'false',
  SSL_CERT_FILE: join(certificates, 'authority.pem'),
  SSL_CERT_DIR: certificates,
}

/** Verifies a contract with the `Verifier` that most teams use, its state handlers written by hand. */
async function verifyWithPactJs(url: string) {
  const name = '@pact-foundation/pact'
  const tools = await onceInCache('pact-js-1', (folder) => installFromNpm(folder, { [name]: '17.1.4' }))
  const file = join(await temporaryFolder(), 'posts.pact.json')
  await writeFile(file, await pactFileText(await deriveContract()))
  const source = `
    import { createRequire } from 'node:module'
    import { stateNames } from './contracts/scenarios/scenario.ts'
    import { setUpState } from './test/contracts/pact/set-up-state.ts'
    const { Verifier } = createRequire(${JSON.stringify(join(tools, 'package.json'))})('${name}')
    const url = ${JSON.stringify(url)}
    const names = [...stateNames, 'whatever posts exist']
    const stateHandlers = Object.fromEntries(names.map((name) => [name, () => setUpState(url, name)]))
    await new Verifier({ provider: 'posts-service', providerBaseUrl: url, pactUrls: [${JSON.stringify(file)}], stateHandlers, logLevel: 'error' }).verifyProvider()`
  const given = ['--input-type=module', '--eval', source]
  const { code, stdout, stderr } = await runProgram(process.execPath, given, { env: environment })
  return { code, output: stdout + stderr }
}

test('the file passes the verifier of @pact-foundation/pact', async () => {
  await using server = await createPostsServer({ port: 0, posts: 3, onWarning: () => {} })
  const { code, output } = await verifyWithPactJs(server.url)
  expect({ code, failures: output.match(/FAILED.*/g) }).toEqual({ code: 0, failures: null })
  expect(output).toContain('a request to')
})

test('it fails where a replace fails', async () => {
  await using server = await createPostsServer({ port: 0, posts: 3, onWarning: () => {} })
  server.faults.rate(1, { status: 500 }, 'replace')
  const { code, output } = await verifyWithPactJs(server.url)
  const failed = Array.from(output.matchAll(/^\d+\) .+ - (\w+)\//gm), ([, operation]) => operation)
  expect({ code, failed: [...new Set(failed)] }).toEqual({ code: 1, failed: ['replace'] })
})
