import { expect, test } from 'vitest'
import { examples } from '../../../contracts/document/examples.ts'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { dryRunOf } from '../../../contracts/verify/dry-run.ts'
import { createDryRun } from '../../../contracts/verify/dry-run-client.ts'
import { startProvider } from '../../provider-set/start.ts'

/** The judge asks for these besides: where integers of 32 bits, of floats and of 64 bits end. */
const distantIds = ['2147483648', '9007199254740993', '9223372036854775807']

const url = 'http://127.0.0.1:3000/v1'

const [document, mock] = [await deriveContract({ kind: 'document' }), await deriveContract({ kind: 'mock' })]
const contracts = { document, mock }
const plans = { document: await dryRunOf([document], { url }), mock: await dryRunOf([mock], { url }) }

function section(plan: readonly string[], key: string): string[] {
  const start = plan.findIndex((line) => line.startsWith(`# ${key} `))
  const length = plan.slice(start + 1).findIndex((line) => line.startsWith('#'))
  return plan.slice(start + 1, start + 1 + length)
}

test('lists what sets the states of an interaction up, and its request', () => {
  const requests = section(plans.document, 'replace/same-title')
  expect(requests.slice(0, 4).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'POST /posts',
    'GET /posts/${id}',
    'GET /posts',
    'PUT /posts/${id}',
  ])
  expect(requests[0]).toMatch(/^POST \/posts \{"title":"pu<run>[a-z]{4} Words in a title","content":".*"\}$/)
})

test.each(['document', 'mock'] as const)(
  'has a section for every interaction of the %s contract, and one each for beginning and end',
  (kind) => {
    const plan = plans[kind]
    const { interactions } = contracts[kind]
    const headings = plan.filter((line) => line.startsWith('#'))
    // What Pact sends comes first, as in a run.
    expect(new Set(headings.slice(1, -1))).toEqual(
      new Set(interactions.map(({ key, description }) => `# ${key} (${kind}): ${description}`)),
    )
    expect([headings[0], headings.at(-1)]).toEqual([
      expect.stringMatching(/^# at the beginning/),
      expect.stringMatching(/^# at the end/),
    ])
  },
)

test('shows ids that an example names itself, and no others', () => {
  const plan = plans.mock.join('\n')
  const literal = [...examples.map(({ request }) => JSON.stringify(request)), ...distantIds].join('\n')
  const ids = [...plan.matchAll(/(?:\/posts\/|"id":)(\d+)/g)].map(([, id]) => id)
  expect(ids.filter((id) => !literal.includes(String(id)))).toEqual([])
  expect(plan).toContain('GET /posts/9223372036854775808')
})

test('shortens a long body and spells control characters', () => {
  const plan = [...plans.document, ...plans.mock]
  expect(plan.filter((line) => line.length > 450 || /\p{Cc}/u.test(line))).toEqual([])
  expect(plan.some((line) => /… \(\d+ characters more\)$/.test(line))).toBe(true)
})

test('lists what both contracts have once', async () => {
  const plan = await dryRunOf([document, mock], { url })
  expect(section(plan, 'create/plain')).not.toEqual([])
  expect(plan.slice(plan.findIndex((line) => line.startsWith('# create/plain (mock)')) + 1)[0]).toMatch(/^#/)
})

test('is the same each time', async () => {
  expect(await dryRunOf([await deriveContract({ kind: 'mock' })], { url })).toEqual(plans.mock)
})

test('sends nothing to the provider', async () => {
  const { requests, url: address, close } = await startProvider()
  await dryRunOf([document], { url: address })
  await close()
  expect(requests).toEqual([])
})

test('deletes at the end every post that it creates', async () => {
  const plan = plans.document
  const { client } = createDryRun({ url })
  expect(plan.filter((line) => line === 'DELETE /posts/${id}').length).toBeGreaterThan(20)
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

test('lists the sequences that are always run, where there are some', async () => {
  const sequences = { budget: 20_000 }
  const plan = await dryRunOf([], { url, sequences })
  const start = plan.findIndex((line) =>
    line.startsWith(
      '# the fixed sequences; each deletes its posts. After them there are random ones for 20 s',
    ),
  )
  expect(plan.slice(start).filter((line) => line.startsWith('PUT /posts/${id}')).length).toBeGreaterThan(10)
  expect(plan.slice(start).some((line) => line.startsWith('POST /posts {"title":"pu<run>icaco"'))).toBe(true)
})

const methodsOf = (plan: readonly string[]) =>
  new Set(plan.filter((line) => !line.startsWith('#')).map((line) => line.split(' ')[0]))

test.each([
  [{ without: ['replace'] }, ['PUT']],
  [{ without: ['create'] }, ['POST', 'PUT', 'DELETE']],
  [{ readOnly: true }, ['POST', 'PUT', 'DELETE']],
] as const)('sends nothing that %j leaves out', async (options, methods) => {
  const sequences = { budget: 1000 }
  const sent = methodsOf(await dryRunOf([document], { url, sequences, ...options }))
  expect(sent.has('GET')).toBe(true)
  expect(methods.filter((method) => sent.has(method))).toEqual([])
})

test('deletes nothing before the end where deletes are left out', async () => {
  const plan = await dryRunOf([document], { url, without: ['delete'] })
  const end = plan.findIndex((line) => line.startsWith('# at the end'))
  expect(methodsOf(plan.slice(0, end)).has('DELETE')).toBe(false)
})
