import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { onceInCache } from '../../providers/cache.ts'
import { installFromNpm } from '../../providers/install.ts'
import { freePort, startProcess } from '../../providers/provider-process.ts'
import { type Ended, ended, startDriver } from './driver.ts'

const versions = {
  '@pact-foundation/pact': '17.1.4',
  '@pact-foundation/pact-cli': '18.1.2',
  '@pactflow/openapi-pact-comparator': '2.3.1',
}

/** Installs Pact's library alone, once on this machine; gives its folder. */
export function installPactJs(): Promise<string> {
  const name = '@pact-foundation/pact'
  return onceInCache('pact-js-1', (folder) => installFromNpm(folder, { [name]: versions[name] }))
}

/** Installs Pact's own tools, 82 MB that nothing else here needs, once on this machine; gives their folder. */
export function installPactTools(): Promise<string> {
  return onceInCache('pact-tools-1', (folder) => installFromNpm(folder, versions))
}

const certificates = resolve(import.meta.dirname, '../certificates')

const environment = {
  PACT_DO_NOT_TRACK: 'true',
  SCARF_ANALYTICS: 'false',
  LOG_LEVEL: 'error',
  // Pact reads all certificates for each request that it sends.
  SSL_CERT_FILE: join(certificates, 'authority.pem'),
  SSL_CERT_DIR: certificates,
}

/** Verifies a Pact file with the `Verifier` of `@pact-foundation/pact`, its state handlers written by hand. */
export function verifyWithPactJs(tools: string, file: string, providerUrl: string): Promise<Ended> {
  const source = `
    import { createRequire } from 'node:module'
    import { states } from './contracts/session/states.ts'
    import { setUpState } from './test/support/replaying/set-up-state.ts'
    const { Verifier } = createRequire(${JSON.stringify(join(tools, 'package.json'))})('@pact-foundation/pact')
    const url = ${JSON.stringify(providerUrl)}
    const names = [...Object.keys(states), 'whatever posts exist']
    const stateHandlers = Object.fromEntries(names.map((name) => [name, () => setUpState(url, name)]))
    await new Verifier({ provider: 'posts-service', providerBaseUrl: url, pactUrls: [${JSON.stringify(file)}], stateHandlers, logLevel: 'error' }).verifyProvider()`
  return ended(startDriver(source, environment))
}

/** Runs a command of `@pact-foundation/pact-cli` to its end. */
export function runPactTool(tools: string, command: string, ...parameters: string[]): Promise<Ended> {
  const script = join(tools, 'node_modules/@pact-foundation/pact-cli/bin', `${command}.js`)
  const child = spawn(process.execPath, [script, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return ended(child)
}

/** Compares a Pact file with an OpenAPI document; gives what does not agree, a line each. */
export async function compareWithOpenApi(
  tools: string,
  file: string,
  openApiFile: string,
): Promise<string[]> {
  const script = join(tools, 'node_modules/@pactflow/openapi-pact-comparator/dist/cli.cjs')
  const child = spawn(process.execPath, [script, '--oas', openApiFile, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output } = await ended(child)
  const found = JSON.parse(output) as { code: string; mockDetails: { interactionDescription: string } }[]
  return found.map(({ code, mockDetails }) => `${mockDetails.interactionDescription.split(':')[0]}: ${code}`)
}

/** Starts Pact's stub server, which answers a consumer by a Pact file; gives its address. */
export async function startStub(
  tools: string,
  file: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const close = await startProcess("Pact's stub server", `${url}/posts`, {
    command: process.execPath,
    args: [
      join(tools, 'node_modules/@pact-foundation/pact-cli/bin/pact-stub-server.js'),
      ...[
        '--file',
        file,
        '--port',
        String(port),
        '--loglevel',
        'error',
        '--provider-state-header-name',
        'x-state',
      ],
    ],
    folder: tools,
    environment,
  })
  return { url, close }
}
