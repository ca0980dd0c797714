import type { Profile } from '../../handlers/choices/profile.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { parse } from '../provider-set/exact-json.ts'
import { type Case, type Step, step } from './case.ts'
import { coreFor } from './hosts/core.ts'
import type { Adapter } from './hosts/host.ts'
import { type Performed, perform } from './run-case.ts'

/** What betrays the mock's own inside. */
const stack = /\n\s*at |\bat \S+ \(|node_modules|file:\/\/|\.[cm]?[jt]s:\d|The mock failed/

/** What the document says of every request, whatever the profile of a mock answers: what is wrong, in sentences. */
export async function brokenRules(performed: Performed, adapter: Adapter): Promise<string[]> {
  const { sent, reply } = performed
  const { 'content-type': type } = reply.headers
  const isOk = reply.status < 400
  const isJson = type === undefined ? reply.text === '' : type === 'application/json'
  const rules: [isBroken: boolean, sentence: string][] = [
    [reply.status >= 500 && reply.status !== adapter.profile['method.other'], `answers ${reply.status}`],
    [!isOk && stack.test(reply.text), `shows its inside: ${reply.text}`],
    [isOk && !isJson, `answers ${type}: ${reply.text}`],
    [!isPermittedChange(performed), 'changes other posts than it should'],
    [!hasSentTexts(performed, adapter), 'does not keep the texts that were sent'],
  ]
  const broken = rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
  const found = [...broken, ...(await misread(performed, adapter)), ...(await headFaults(performed, adapter))]
  return found.map((each) => `${sent.method} ${sent.path} ${each}`)
}

/** What cases break at the core under a profile. */
export async function brokenUnder(profile: Profile, cases: readonly Case[]): Promise<string[]> {
  const core = coreFor(profile)
  const broken: string[] = []
  for (const { fact, steps } of cases)
    for await (const performed of perform(steps, core))
      broken.push(...(await brokenRules(performed, core)).map((each) => `${fact}: ${each}`))
  return broken
}

/** The ids of the posts that a request has added, removed, or changed. */
export function changesOf({ before, after }: Performed) {
  const added = [...after.keys()].filter((id) => !before.has(id))
  const removed = [...before.keys()].filter((id) => !after.has(id))
  const altered = [...after.keys()].filter((id) => before.has(id) && before.get(id) !== after.get(id))
  return { added, removed, altered }
}

/** Asks whether a request that succeeds changes its own post alone, and any other request nothing. */
function isPermittedChange(performed: Performed): boolean {
  const { sent, reply, after } = performed
  const { added, removed, altered } = changesOf(performed)
  const changed = [...added, ...removed, ...altered]
  const isWrite = ['POST', 'PUT', 'DELETE'].includes(sent.method)
  if (!isWrite || reply.status >= 400) return changed.length === 0
  if (sent.method === 'POST') return added.length === 1 && changed.length === 1
  const id = idIn(sent)
  return after.has(id) === (sent.method === 'PUT') && changed.every((each) => each === id)
}

/** Asks whether a create or replace of two texts has them in its post, under a profile that keeps texts as they are. */
function hasSentTexts(performed: Performed, { profile }: Adapter): boolean {
  const { sent, reply, after } = performed
  const { method, headers, body = '' } = sent
  const isWrite = method === 'POST' || method === 'PUT'
  const isTaken = isWrite && reply.status < 400 && profile['text.kept'] === 'verbatim'
  if (!isTaken || !/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) return true
  const fields = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  const id = method === 'PUT' ? idIn(sent) : changesOf(performed).added[0]
  const post = JSON.parse(after.get(id ?? 0n) ?? '{}')
  return (['title', 'content'] as const).every(
    (name) => typeof fields[name] !== 'string' || post[name] === fields[name],
  )
}

/** The id at the end of a path; 0 where there is none. */
function idIn({ path }: Step): bigint {
  const [plain = ''] = path.split('?')
  return BigInt(/(-?\d+)\/?$/.exec(decodeURIComponent(plain))?.[1] ?? 0)
}

/** The posts that a read shows otherwise than the list: deleted ones, and such that are there. */
async function misread(performed: Performed, adapter: Adapter): Promise<string[]> {
  const { removed } = changesOf(performed)
  const found: string[] = []
  for (const [id, post] of [...performed.after, ...removed.map((id) => [id, undefined] as const)]) {
    const { status, text } = await adapter.send(step('GET', `/posts/${id}`))
    const isRight =
      post === undefined ? status === 404 : status === 200 && stringifyJson(parse(text)) === post
    if (!isRight) found.push(`and then post ${id} reads ${status} ${text.slice(0, 200)}, not ${post}`)
  }
  return found
}

/** What HEAD says otherwise than GET: the status, and the length of its body in bytes (RFC 9110, section 9.3.2). */
async function headFaults({ sent, reply }: Performed, adapter: Adapter): Promise<string[]> {
  if (sent.method !== 'HEAD') return []
  const { status, text } = await adapter.send({ ...sent, method: 'GET' })
  const expected = `${status} ${Buffer.byteLength(text)}`
  const told = `${reply.status} ${reply.headers['content-length']}`
  return told === expected ? [] : [`tells ${told}, not ${expected}`]
}
