import type { Enquiry } from './enquiry.ts'
import { idOf, parse, type Subject, say, sayWhole } from './subject.ts'

const post = JSON.stringify({ title: 'Hello', content: 'World' })

/** What the five operations answer, and what they leave behind. The first ones need a provider just started. */
export const operationEnquiries: readonly Enquiry[] = [
  { about: 'list at the start', ask: async (subject) => sayWhole(await subject.send('GET', '/posts')) },
  { about: 'create', ask: async (subject) => sayWhole(await subject.send('POST', '/posts', post)) },
  {
    about: 'read',
    ask: async (subject) => sayWhole(await subject.send('GET', `/posts/${await subject.create()}`)),
  },
  { about: 'read missing', ask: async (subject) => sayWhole(await subject.send('GET', '/posts/987654')) },
  { about: 'list', ask: async (subject) => say(await subject.send('GET', '/posts')) },
  { about: 'replace', ask: askReplace },
  { about: 'replace twice', ask: askReplaceTwice },
  { about: 'replace with a title alone', ask: (subject) => putAndRead(subject, { title: 'alone' }) },
  { about: 'replace with {}', ask: (subject) => putAndRead(subject, {}) },
  { about: 'replace, body id of another post', ask: askOtherId },
  {
    about: 'replace, body id of no post',
    ask: (subject) => putAndRead(subject, { id: 876543, title: 'T', content: 'C' }),
  },
  { about: 'delete', ask: askDelete },
  { about: 'others after a delete and a replace', ask: askNeighbours },
  { about: 'delete missing', ask: async (subject) => say(await subject.send('DELETE', '/posts/987654')) },
  { about: 'ids', ask: askIds },
  { about: 'list order after replacing the oldest', ask: askOrder },
  { about: '50 creates at once', ask: askParallel },
  { about: '150 more posts: length of the list', ask: askMany },
  { about: 'replace missing', ask: askReplaceMissing, fresh: true },
  {
    about: 'replace missing with malformed JSON',
    ask: (subject) => putMissing(subject, '{"title":'),
    fresh: true,
  },
  { about: 'replace missing with {}', ask: (subject) => putMissing(subject, '{}'), fresh: true },
  { about: 'read missing without Accept', ask: (subject) => readMissing(subject, {}) },
  {
    about: 'read missing with Accept: application/json',
    ask: (subject) => readMissing(subject, { Accept: 'application/json' }),
  },
]

async function askReplace(subject: Subject): Promise<string[]> {
  const id = await subject.create()
  const put = await subject.send('PUT', `/posts/${id}`, post)
  return [sayWhole(put), `read: ${say(await subject.send('GET', `/posts/${id}`))}`]
}

async function askReplaceTwice(subject: Subject): Promise<string> {
  const id = await subject.create()
  await subject.send('PUT', `/posts/${id}`, post)
  const second = await subject.send('PUT', `/posts/${id}`, post)
  return `${say(second)}; read: ${say(await subject.send('GET', `/posts/${id}`))}`
}

async function putAndRead(subject: Subject, body: object): Promise<string> {
  const id = await subject.create()
  const put = await subject.send('PUT', `/posts/${id}`, JSON.stringify(body))
  return `on ${id}: ${say(put)}; read: ${say(await subject.send('GET', `/posts/${id}`))}`
}

async function askOtherId(subject: Subject): Promise<string[]> {
  const [first, second] = [await subject.create(), await subject.create()]
  const other = Number.isSafeInteger(Number(second)) ? Number(second) : second
  const put = await subject.send(
    'PUT',
    `/posts/${first}`,
    JSON.stringify({ id: other, title: 'T', content: 'C' }),
  )
  const reads = [await subject.send('GET', `/posts/${first}`), await subject.send('GET', `/posts/${second}`)]
  return [`PUT ${first} with id ${second}: ${say(put)}`, ...reads.map((read) => `read: ${say(read)}`)]
}

async function askReplaceMissing(subject: Subject): Promise<string> {
  const put = await subject.send('PUT', '/posts/987654', post)
  const read = await subject.send('GET', '/posts/987654')
  return `${say(put)}; read: ${say(read)}; next create: ${await subject.create()}`
}

async function putMissing(subject: Subject, body: string): Promise<string> {
  return say(await subject.send('PUT', '/posts/987654', body))
}

async function readMissing(subject: Subject, headers: Readonly<Record<string, string>>): Promise<string> {
  return say(await subject.sendRaw({ method: 'GET', path: '/posts/987654', headers }))
}

async function askDelete(subject: Subject): Promise<string[]> {
  const id = await subject.create()
  const answers = [
    sayWhole(await subject.send('DELETE', `/posts/${id}`)),
    `again: ${say(await subject.send('DELETE', `/posts/${id}`))}`,
    `read: ${say(await subject.send('GET', `/posts/${id}`))}`,
    `replace: ${say(await subject.send('PUT', `/posts/${id}`, post))}`,
  ]
  return answers
}

async function askNeighbours(subject: Subject): Promise<string> {
  const ids = [await subject.create(), await subject.create(), await subject.create()]
  const read = async (id: string | undefined): Promise<string> =>
    JSON.stringify(parse(await subject.send('GET', `/posts/${id}`)))
  const before = [await read(ids[0]), await read(ids[2])]
  await subject.send('PUT', `/posts/${ids[1]}`, post)
  await subject.send('DELETE', `/posts/${ids[1]}`)
  const after = [await read(ids[0]), await read(ids[2])]
  return JSON.stringify(before) === JSON.stringify(after) ? 'untouched' : `${before} became ${after}`
}

async function askIds(subject: Subject): Promise<string> {
  const [first, second, third] = [await subject.create(), await subject.create(), await subject.create()]
  await subject.send('DELETE', `/posts/${third}`)
  const afterLast = await subject.create()
  await subject.send('DELETE', `/posts/${first}`)
  const afterOther = await subject.create()
  return `${[first, second, third].join(', ')}; last deleted, next: ${afterLast}; ${first} deleted, next: ${afterOther}`
}

async function askOrder(subject: Subject): Promise<string> {
  const oldest = (await subject.list())[0]
  const id = String(oldest?.id ?? oldest?._id)
  await subject.send('PUT', `/posts/${id}`, post)
  return (await subject.list()).map((each) => String(each.id ?? each._id)).join(', ')
}

async function askParallel(subject: Subject): Promise<string> {
  const before = (await subject.list()).length
  const creates = Array.from({ length: 50 }, () => subject.send('POST', '/posts', post))
  const answers = await Promise.allSettled(creates)
  const counts = new Map<string, number>()
  for (const each of answers) {
    const told = each.status === 'fulfilled' ? String(each.value.status) : String(each.reason)
    counts.set(told, (counts.get(told) ?? 0) + 1)
  }
  const told = [...counts].map(([answer, times]) => `${times} times ${answer}`).join(', ')
  const ids = new Set(
    answers.flatMap((each) => (each.status === 'fulfilled' ? (idOf(each.value) ?? []) : [])),
  )
  return `${told}; ${ids.size} different ids; the list grew from ${before} to ${(await subject.list()).length}`
}

async function askMany(subject: Subject): Promise<string> {
  const before = (await subject.list()).length
  for (let n = 0; n < 150; n += 1) await subject.create()
  return `${before} before, ${(await subject.list()).length} after`
}
