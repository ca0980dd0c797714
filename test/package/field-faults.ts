import { serve } from '@hono/node-server'
import { verifyProvider } from '../../contracts/index.ts'
import { type FieldName, fieldNames, isField } from '../../handlers/fields.ts'
import { createPostsMock } from '../../src/index.ts'

/*
 * Prints what `verify` says of services with a fault in one field, whose name is the parameter. It is a program, as it
 * also runs in a copy of the sources with another table of fields.
 */

type Texts = Readonly<Record<FieldName, string>>

/** What a service keeps of the sent texts. @param old those that the post has, if it exists. */
type Fault = (field: FieldName, sent: Texts, old: Texts | undefined) => Partial<Texts>

const faults: Readonly<Record<string, Fault>> = {
  none: () => ({}),
  'not kept at a create': (field, _sent, old) => (old ? {} : { [field]: '' }),
  'the old one kept at a replace': (field, _sent, old) => (old ? { [field]: old[field] } : {}),
  'swapped with another': (field, sent) => {
    const other = fieldNames.find((name) => name !== field) ?? field
    return { [field]: sent[other], [other]: sent[field] }
  },
  cut: (field, sent) => ({ [field]: sent[field].slice(0, 50) }),
}

/** Verifies a mock that changes what it is sent. @returns the verdict. */
async function verdictOn(field: FieldName, fault: Fault): Promise<string> {
  const mock = createPostsMock({ posts: 3, onWarning() {} })
  const isWhole = (sent: Texts) => fieldNames.every((name) => typeof sent[name] === 'string')
  const changed = async (text: string, request: Request) => {
    const sent = text.startsWith('{"') && text.endsWith('}') ? JSON.parse(text) : {}
    const read = request.method === 'PUT' ? await mock.fetch(request.url) : undefined
    const old = read?.ok ? ((await read.json()) as Texts) : undefined
    return isWhole(sent) ? JSON.stringify({ ...sent, ...fault(field, sent, old) }) : text
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
    return (await verifyProvider({ url, budget: 0, settle: 200, pact: false })).verdict
  } finally {
    server.close()
  }
}

const [field = 'title'] = process.argv.slice(2).filter(isField)
const verdicts = Object.entries(faults).map(async ([name, fault]) => [name, await verdictOn(field, fault)])
process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(verdicts))))
