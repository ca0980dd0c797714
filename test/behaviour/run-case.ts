import { parse } from '../provider-set/exact-json.ts'
import { type Case, initialPosts, type Reply, type Step, step } from './case.ts'
import type { Adapter } from './hosts/host.ts'
import { isPermitted, judge } from './oracle/judge.ts'
import { type Exact, type ExactObject, isObject, Model } from './oracle/model.ts'
import { predict } from './oracle/predict.ts'
import type { Prediction } from './oracle/prediction.ts'

/** A mock that is run on, and what is known of it. */
export interface CaseRun {
  readonly adapter: Adapter
  readonly model: Model
  /** The ids that the names in angle brackets stand for. */
  readonly names: Record<string, bigint>
}

const list = step('GET', '/posts')

/** Starts from the first posts, whose ids nobody but the service knows. */
export async function begin(adapter: Adapter): Promise<CaseRun> {
  const reply = await adapter.send(list)
  const model = new Model(adapter.profile)
  const shown = parse(reply.text) as Exact
  const posts = (Array.isArray(shown) ? shown : []).filter(isObject)
  const ids: bigint[] = []
  for (const { title, content } of initialPosts) {
    const post: ExactObject | undefined = posts.find((candidate) => candidate.title === title)
    const id = post?.id
    if (typeof id !== 'bigint' || !isPermitted(model.nextId, id))
      throw new Error(
        `Expected the initial post ${JSON.stringify(title)} under the next id in: ${reply.text}`,
      )
    model.put(id, { title, content, extra: {} })
    ids.push(id)
  }
  const complaints = judge(list, reply, predict(list, model), model, adapter.base).complaints
  if (complaints.length > 0) throw new Error(`Expected the initial posts: the list ${complaints.join('; ')}`)
  const [first = 0n, second = 0n, third = 0n] = ids
  return { adapter, model, names: { first, second, third, missing: 987_654_321n } }
}

/** Runs a case, and looks at the whole state after each step. */
export async function runCase({ steps }: Case, { adapter, model, names }: CaseRun): Promise<string[]> {
  await adapter.reset()
  const caseRun: CaseRun = { adapter, model: model.copy(), names: { ...names } }
  const complaints: string[] = []
  for (const next of steps) complaints.push(...(await runStep(next, caseRun)))
  return complaints
}

/** Runs one request. */
export async function runStep(template: Step, caseRun: CaseRun): Promise<string[]> {
  const { adapter, model, names } = caseRun
  const asked = named(template, names)
  const sent = { ...asked, headers: { ...asked.headers, ...adapter.adds?.(asked) } }
  const prediction = predict(sent, model)
  const reply = await adapter.send(sent)
  const verdict = judge(sent, reply, prediction, model, adapter.base)
  const complaints = [...verdict.complaints]
  const changed = prediction.statuses.includes(reply.status)
    ? await follow(prediction, verdict.id, caseRun)
    : { id: undefined, complaints: [] }
  complaints.push(...changed.complaints)
  if (sent.method === 'HEAD') complaints.push(...(await judgeHead(sent, reply, caseRun)))
  complaints.push(...(await look(list, caseRun)).map((complaint) => `then the list ${complaint}`))
  if (changed.id !== undefined) {
    const path = `/posts/${changed.id}`
    complaints.push(
      ...(await look(step('GET', path), caseRun)).map((complaint) => `then ${path} ${complaint}`),
    )
  }
  const { method, path } = sent
  return complaints.map((complaint) => `${method} ${path.slice(0, 60)} ${complaint}`)
}

/** Brings the model up to what a request did; the id of a new post that no reply told is looked up in the list. */
async function follow(
  { change, subject }: Prediction,
  shownId: bigint | undefined,
  caseRun: CaseRun,
): Promise<{ id: bigint | undefined; complaints: string[] }> {
  if (!change || !subject) return { id: undefined, complaints: [] }
  const { model, names } = caseRun
  const id = 'is' in subject.id ? subject.id.is : (shownId ?? (await findNew(caseRun)))
  if (id === undefined) return { id, complaints: ['made no post that can be found'] }
  const complaints = isPermitted(subject.id, id) ? [] : [`chose the id ${id}, which is not the next`]
  if (change === 'delete') model.delete(id)
  else {
    if (!model.posts.has(id)) names.last = id
    model.put(id, subject.post, change === 'brought')
  }
  return { id, complaints }
}

async function findNew({ adapter, model }: CaseRun): Promise<bigint | undefined> {
  const shown = parse((await adapter.send(list)).text) as Exact
  const ids = (Array.isArray(shown) ? shown : []).map((post) => (isObject(post) ? post.id : undefined))
  return ids.find((id): id is bigint => typeof id === 'bigint' && !model.posts.has(id))
}

async function look(sent: Step, { adapter, model }: CaseRun): Promise<readonly string[]> {
  return judge(sent, await adapter.send(sent), predict(sent, model), model, adapter.base).complaints
}

/** Holds a reply to HEAD against the one to GET: the same but for the body (RFC 9110, section 9.3.2). */
async function judgeHead(sent: Step, reply: Reply, { adapter }: CaseRun): Promise<string[]> {
  const twin = await adapter.send({ ...sent, method: 'GET' })
  const length = new TextEncoder().encode(twin.text).byteLength
  const complaints: string[] = []
  if (twin.status !== reply.status) complaints.push(`answers ${reply.status}, and GET ${twin.status}`)
  const told = reply.headers['content-length']
  if (told !== `${length}` && (length > 0 || told !== undefined))
    complaints.push(`tells the length ${told}, not ${length}`)
  return complaints
}

function named(template: Step, names: Readonly<Record<string, bigint>>): Step {
  const fill = (text: string) =>
    text.replace(/<(first|second|third|last|missing)>/g, (_, name) => `${names[name]}`)
  const { path, body } = template
  return { ...template, path: fill(path), body: typeof body === 'string' ? fill(body) : body }
}
