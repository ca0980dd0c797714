import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../contracts/openapi/openapi.ts'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { isFull } from '../../support/full.ts'
import { deriveSome } from '../../support/replaying/replay.ts'
import {
  compareWithOpenApi,
  installPactJs,
  installPactTools,
  runPactTool,
  startStub,
  verifyWithPactJs,
} from '../../support/replaying/second-opinion.ts'
import { startStateService } from '../../support/replaying/state-service.ts'

/** All of Pact's tools with UNDERSTUDY_FULL=1; the library that most use otherwise: each command is 80 MB more to install. */
const files: Record<string, string> = {}
let tools: string
let folder: string

beforeAll(async () => {
  tools = await (isFull ? installPactTools() : installPactJs())
  folder = await mkdtemp(join(tmpdir(), 'understudy-second-opinion-'))
  for (const kind of ['document', 'mock'] as const) {
    files[kind] = join(folder, `${kind}.pact.json`)
    await writeFile(files[kind], await pactFileText(await deriveContract({ kind })))
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(['document', 'mock'])('the file of the %s contract', (kind) => {
  let server: PostsServer
  const fileOf = () => files[kind] as string

  beforeEach(async () => {
    server = await createPostsServer({ port: 0, posts: 3, onWarning: () => {} })
    return () => server.close()
  })

  async function verifyWithCommand(): ReturnType<typeof runPactTool> {
    const { hostname, port, pathname } = new URL(server.url)
    const states = await startStateService(server.url)
    const provider = ['--hostname', hostname, '--port', port, '--base-path', pathname]
    const setUp = ['--state-change-url', states.url, '--state-change-teardown']
    try {
      return await runPactTool(
        tools,
        'pact-verifier',
        '--file',
        fileOf(),
        ...provider,
        ...setUp,
        '--no-colour',
      )
    } finally {
      states.close()
    }
  }

  test('passes the verifier of @pact-foundation/pact', async () => {
    const { code, output } = await verifyWithPactJs(tools, fileOf(), server.url)
    expect({ code, failures: output.match(/FAILED.*/g) }).toEqual({ code: 0, failures: null })
    expect(output).toContain('a request to')
  })

  test.runIf(isFull)('passes the pact-verifier command', async () => {
    const { code, output } = await verifyWithCommand()
    expect({ code, failures: output.match(/FAILED.*/g) }).toEqual({ code: 0, failures: null })
    expect(output).toContain('a request to')
  })

  // That they can fail, one file shows as well as two.
  if (kind === 'document')
    test('fails where the provider is another one', async () => {
      server.faults.rate(1, { status: 500 }, 'replace')
      if (isFull) expect((await verifyWithCommand()).code).toBe(1)
      const file = join(folder, 'replace.pact.json')
      await writeFile(file, await pactFileText(await deriveSome({ kind: 'document' }, 'replace/existing')))
      expect((await verifyWithPactJs(tools, file, server.url)).code).toBe(1)
    })
})

test.runIf(isFull).each(['document', 'mock'])(
  "stands in for the provider in Pact's stub server: %s",
  async (kind) => {
    const stub = await startStub(tools, files[kind] as string)
    const send = (state: string, method: string, path: string, body?: object) =>
      fetch(stub.url + path, {
        method,
        headers: { 'x-state': state, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    try {
      const list = await send('several posts exist', 'GET', '/posts')
      expect(await list.json()).toEqual([expect.objectContaining({ id: expect.any(Number) })])
      const missing = await send('no post has the id', 'GET', '/posts/7')
      expect(missing.status).toBe(404)
      expect((await send('a post exists', 'DELETE', '/posts/7')).status).toBe(204)
      expect((await send('a post exists', 'GET', '/comments')).status).not.toBe(200)
    } finally {
      await stub.close()
    }
  },
)

test.runIf(isFull)(
  'says the same as the OpenAPI document, but for requests beside the interface',
  async () => {
    const openApiFile = join(folder, 'openapi.json')
    await writeFile(openApiFile, JSON.stringify(openApiDocument(completeProfile())))
    expect(await compareWithOpenApi(tools, files.document as string, openApiFile)).toEqual([])
    const found = await compareWithOpenApi(tools, files.mock as string, openApiFile)
    expect(found.filter((line) => !/^(?:beside\/|read\/id-no-integer)/.test(line))).toEqual([])
  },
)
