import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import type { Contract } from '../../../contracts/pact/interaction.ts'
import { pactFileName, pactFileText, pactInteractions } from '../../../contracts/pact/pact-file.ts'
import { fillFields } from '../../../contracts/spec/example.ts'
import { examples } from '../../../contracts/spec/examples.ts'
import type { ProfileOption } from '../../../handlers/choices/profile.ts'

const run = promisify(execFile)

interface WrittenInteraction {
  key: string
  description: string
  providerStates: { name: string; params: Record<string, unknown> }[]
  request: { path: string; body?: { content: unknown } }
  response: { status: number }
}

async function written(contract: Contract): Promise<WrittenInteraction[]> {
  const file = JSON.parse(await pactFileText(contract)) as { interactions: WrittenInteraction[] }
  return file.interactions
}

/** Derived once; nothing changes them. */
const contracts = {
  document: await deriveContract({ kind: 'document' }),
  mock: await deriveContract({ kind: 'mock' }),
}

async function interaction(key: string, profile: ProfileOption = 'default'): Promise<WrittenInteraction> {
  const found = (await written(await deriveContract({ kind: 'mock', profile }))).find(
    (one) => one.key === key,
  )
  if (!found) throw new Error(`There is no interaction ${key}.`)
  return found
}

test.each(['document', 'mock'] as const)('writes the %s contract twice in the same bytes', async (kind) => {
  expect(await pactFileText(await deriveContract({ kind }))).toBe(await pactFileText(contracts[kind]))
})

test('writes the same bytes in another process, time zone and language', async () => {
  const source = `
    import { deriveContract } from './contracts/pact/derive.ts'
    import { pactFileText } from './contracts/pact/pact-file.ts'
    process.stdout.write(await pactFileText(await deriveContract({ kind: 'mock' })))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8' },
    maxBuffer: 16 * 1024 * 1024,
  })
  expect(stdout).toBe(await pactFileText(contracts.mock))
})

test.each(['document', 'mock'] as const)(
  'writes every interaction of the %s contract that Pact can say, once',
  async (kind) => {
    const contract = contracts[kind]
    const interactions = await written(contract)
    expect(interactions.map(({ key }) => key).sort()).toEqual(
      pactInteractions(contract)
        .map(({ key }) => key)
        .sort(),
    )
    expect(new Set(interactions.map(({ description }) => description)).size).toBe(interactions.length)
  },
)

test('gives every provider state the key of its interaction, and one to those that need none', async () => {
  for (const { key, providerStates } of await written(contracts.mock)) {
    expect(providerStates.map(({ params }) => params)).toEqual(
      providerStates.map(() => ({ interaction: key })),
    )
    expect(providerStates.length).toBeGreaterThan(0)
  }
  expect((await interaction('read/id-no-integer')).providerStates[0]?.name).toBe('whatever posts exist')
})

test('is Pact version 4', async () => {
  const file = JSON.parse(await pactFileText(contracts.document))
  expect(file.metadata).toMatchObject({
    pactSpecification: { version: '4.0' },
    'posts-understudy': { contract: 'document' },
  })
  expect(new Set(file.interactions.map(({ type }: { type: string }) => type))).toEqual(
    new Set(['Synchronous/HTTP']),
  )
})

test('keeps every text of every example as it is', async () => {
  const contract = contracts.document
  const interactions = await written(contract)
  for (const { key, request, values } of pactInteractions(contract)) {
    const body = interactions.find((one) => one.key === key)?.request.body
    expect(body?.content).toEqual(
      typeof request.body === 'object' ? fillFields(request.body, values) : undefined,
    )
  }
})

test('keeps ids beyond 2^53 exact', async () => {
  const profile = { 'id.assignment': 'beyond-2^53' } as const
  const text = await pactFileText(await deriveContract({ kind: 'document', profile }))
  const ids = new Set(text.match(/(?<=posts\/|"id": )\d{16}/g))
  expect(ids).toContain('9007199254740993')
  expect(ids).not.toContain('9007199254740992')
})

test('lets a consumer send any id, and no other path', async () => {
  const text = await pactFileText(contracts.document)
  const { interactions } = JSON.parse(text)
  const read = interactions.find(({ key }: { key: string }) => key === 'read/existing')
  expect(read.request.matchingRules.path.matchers).toEqual([{ match: 'regex', regex: '^/posts/-?\\d+$' }])
})

test('leaves nothing behind but the file', async () => {
  const contract = await deriveContract({ kind: 'document', consumer: 'blog web', provider: 'posts.v1' })
  expect(pactFileName(contract)).toBe('blog web-posts.v1.document.pact.json')
  expect(JSON.parse(await pactFileText(contract))).toMatchObject({
    consumer: { name: 'blog web' },
    provider: { name: 'posts.v1' },
  })
})

test.each(['../web', 'web/app', '', ' web', 'wéb', 'a'.repeat(101)])(
  'refuses %j as a name',
  async (consumer) => {
    await expect(deriveContract({ kind: 'document', consumer })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    })
  },
)

test('names every example once', () => {
  expect(new Set(examples.map(({ key }) => key)).size).toBe(examples.length)
})
