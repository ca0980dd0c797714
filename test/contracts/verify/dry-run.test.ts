import { expect, test } from 'vitest'
import { examples } from '../../../contracts/spec/examples.ts'
import { dryRunOf } from '../../../contracts/verify/dry-run.ts'
import { createDryRun } from '../../../contracts/verify/dry-run-client.ts'
import { startProvider } from '../../provider-set/start.ts'

/** The run reads these besides: where integers of 32 bits, of floats and of 64 bits end. */
const distantIds = ['2147483648', '9007199254740993', '9223372036854775807']

const url = 'http://127.0.0.1:3000/v1'

const plans = { document: await dryRunOf({ url }), mock: await dryRunOf({ url, profile: 'default' }) }

const methodsOf = (plan: readonly string[]) =>
  new Set(plan.filter((line) => !line.startsWith('#')).map((line) => line.split(' ')[0]))

test.each(['document', 'mock'] as const)(
  'has a section for every example of the %s, for the sequences and for the end',
  (kind) => {
    const headings = plans[kind]
      .filter((line) => line.startsWith('#'))
      .flatMap((line) => line.slice(2).split(', '))
    const expected = examples.filter(({ clauses }) => kind === 'mock' || clauses.length > 0)
    for (const { key, clauses } of expected) if (clauses.length > 0) expect(headings).toContain(key)
    expect(headings).toContain('sequences')
    expect(headings.at(-1)).toMatch(/^at the end/)
  },
)

test('shows ids that an example names itself, and no others', () => {
  const plan = plans.mock.join('\n')
  const literal = [...examples.map(({ request }) => JSON.stringify(request)), ...distantIds].join('\n')
  const ids = [...plan.matchAll(/(?:\/posts\/|"id":)(\d+)/g)].map(([, id]) => id)
  expect(ids.filter((id) => !literal.includes(String(id)))).toEqual([])
})

test('shortens a long body and spells control characters', () => {
  const plan = [...plans.document, ...plans.mock]
  expect(plan.filter((line) => line.length > 450 || /\p{Cc}/u.test(line))).toEqual([])
  expect(plan.some((line) => /… \(\d+ characters more\)$/.test(line))).toBe(true)
})

test('is the same each time', async () => {
  expect(await dryRunOf({ url })).toEqual(plans.document)
})

test('sends nothing to the provider', async () => {
  const { requests, url: address, close } = await startProvider()
  await dryRunOf({ url: address })
  await close()
  expect(requests).toEqual([])
})

test('deletes every post that it creates', async () => {
  const { client } = createDryRun({ url })
  expect(plans.document.filter((line) => line === 'DELETE /posts/${id}').length).toBeGreaterThan(20)
  expect(await client.send({ method: 'GET', path: '/posts', headers: {} })).toMatchObject({
    status: 200,
    body: '[]',
  })
})

test('a dry run sends raw requests as a client does', async () => {
  const { client, lines } = createDryRun({ url, profile: { 'create.status': 202 } })
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from('{"title":"a","content":"b"}')
  const reply = await client.forward({ method: 'POST', path: '/posts', headers, body })
  expect(reply).toMatchObject({ status: 202, headers: { 'content-type': 'application/json' } })
  expect([lines, client.requests]).toEqual([['POST /posts {"title":"a","content":"b"}'], 1])
})

test.each([
  [{ without: ['replace'] }, ['PUT']],
  [{ without: ['create'] }, ['POST', 'PUT', 'DELETE']],
  [{ readOnly: true }, ['POST', 'PUT', 'DELETE']],
] as const)('sends nothing that %j leaves out', async (options, methods) => {
  const sent = methodsOf(await dryRunOf({ url, ...options }))
  expect(sent.has('GET')).toBe(true)
  expect(methods.filter((method) => sent.has(method))).toEqual([])
})

test('deletes nothing before the end where deletes are left out', async () => {
  const plan = await dryRunOf({ url, without: ['delete'] })
  const end = plan.findIndex((line) => line.startsWith('# at the end'))
  expect(methodsOf(plan.slice(0, end)).has('DELETE')).toBe(false)
})
