import { serve } from '@hono/node-server'
import { verifyProvider } from '../../contracts/index.ts'
import { fixedSequences } from '../../contracts/scenarios/sequences.ts'
import { type FieldName, fieldNames } from '../../handlers/fields.ts'
import { createPostsMock } from '../../src/index.ts'

/*
 * Prints what one example or sequence of `verify` says of a service with a fault in one field, for each fault and field, and what a
 * whole run says of a correct service. It is a program, as it runs in a copy of the sources with another table of fields.
 */

type Texts = Readonly<Record<FieldName, string>>

/** What a service keeps of the sent texts. @param old those that the post has, if it exists. */
type Fault = (field: FieldName, sent: Texts, old: Texts | undefined) => Partial<Texts>

const crowd = fixedSequences.findIndex((steps) => steps.some(({ kind }) => kind === 'many'))

const faults: Readonly<Record<string, readonly [example: string, Fault]>> = {
  'not kept at a create': ['create/plain', (field, _sent, old) => (old ? {} : { [field]: '' })],
  'the old one kept at a replace': [
    'replace/existing',
    (field, _sent, old) => (old ? { [field]: old[field] } : {}),
  ],
  'swapped with another': [
    'create/plain',
    (field, sent) => {
      const other = fieldNames.find((name) => name !== field) ?? field
      return { [field]: sent[other], [other]: sent[field] }
    },
  ],
  // The sequence with many posts has long texts in every field.
  cut: [`sequence/${crowd}`, (field, sent) => ({ [field]: sent[field].slice(0, 50) })],
}

/** Verifies a mock that changes the texts that it is sent. @param only the example or sequence. Default all. @returns the verdict. */
async function verdictOn(change: (sent: Texts, old: Texts | undefined) => object, only?: string) {
  const mock = createPostsMock({ posts: 3, onWarning() {} })
  const isWhole = (sent: Texts) => fieldNames.every((name) => typeof sent[name] === 'string')
  const changed = async (text: string, request: Request) => {
    const sent = text.startsWith('{"') && text.endsWith('}') ? JSON.parse(text) : {}
    const read = request.method === 'PUT' ? await mock.fetch(request.url) : undefined
    const old = read?.ok ? ((await read.json()) as Texts) : undefined
    return isWhole(sent) ? JSON.stringify({ ...sent, ...change(sent, old) }) : text
  }
  const fetch = async (request: Request): Promise<Response> => {
    const { url, method, headers } = request
    const text = await request.text()
    return mock.fetch(url, { method, headers, ...(text !== '' && { body: await changed(text, request) }) })
  }
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
  try {
    const url = `http://127.0.0.1:${await promise}/v1`
    return (await verifyProvider({ url, budget: 0, settle: 200, pact: false, ...(only && { only }) })).verdict
  } finally {
    server.close()
  }
}

const verdicts: Record<string, unknown> = { correct: await verdictOn(() => ({})) }
for (const field of fieldNames)
  for (const [name, [example, fault]] of Object.entries(faults))
    verdicts[`${field} ${name}`] = await verdictOn((sent, old) => fault(field, sent, old), example)
process.stdout.write(JSON.stringify(verdicts))
