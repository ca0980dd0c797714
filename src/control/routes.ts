import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { answerAgain } from '../../contracts/client/replay.ts'
import { shapingOf } from '../../contracts/client/shaping.ts'
import type { AppEnv } from '../../handlers/app.ts'
import { type PresetName, presets } from '../../handlers/choices/presets.ts'
import {
  answersOtherThan,
  completeProfile,
  type Profile,
  type ProfileOption,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { Fault, FaultOperation, FaultSettings } from '../../handlers/faults/faults.ts'
import type { PostFields } from '../../handlers/fields.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'
import { mockPostsOf, type PostsOf } from '../mock/world-handle.ts'
import { bodies, type Call, callOf, controlPath } from './calls.ts'
import { enterScenario, scenarios } from './scenarios.ts'
import { watchOf } from './world-watch.ts'
import type { Worlds } from './worlds.ts'

/** What every route of the control API finds in its context. */
export interface ControlEnv {
  Bindings: AppEnv
  Variables: {
    /** The named world, or the base. */
    world: World
    /** The body as JSON, integers exact; undefined where there is none. */
    body: JsonValue | undefined
  }
}

export type ControlApp = Hono<ControlEnv>

/** The static data of the panel; the same for every world. The answers to a choice have the default first. */
const reference = {
  choices: choiceIds.map((id) => ({ id, about: choices[id].about, answers: choices[id].answers })),
  presets: Object.fromEntries(
    Object.keys(presets).map((name) => [name, completeProfile(name as PresetName)]),
  ),
  scenarios: scenarios.map(({ id, name, about, faults }) => ({ id, name, about, faults })),
}

export type Reference = typeof reference & { readonly calls: readonly Call[] }

/** Adds every route of the control API, and one that lists them. */
export function addRoutes(app: ControlApp, worlds: Worlds): void {
  const calls = () =>
    app.routes
      .filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
      .map(({ method, path }) => callOf(method, path.slice(controlPath.length) || '/'))
  app.get('/', (c) =>
    reply(c, { routes: calls().map(({ method, path }) => `${method} ${controlPath}${path}`) }),
  )
  app.get('/reference', (c) => reply(c, { ...reference, calls: calls() }))
  addWorldRoutes(app, worlds)
  addPostsRoutes(app)
  addFaultsRoutes(app)
}

/** State, journal and profile of a world; the worlds themselves. */
function addWorldRoutes(app: ControlApp, worlds: Worlds): void {
  app.get('/state', async (c) => {
    const watch = watchOf(c.get('world'))
    const after = c.req.query('after')
    if (after !== undefined) await watch.changeAfter(Number(after))
    return reply(c, watch.state)
  })
  app.post('/reset', (c) => {
    const world = c.get('world')
    world.reset()
    return reply(c, { posts: world.store.count })
  })
  app.post('/scenarios/:scenario', async (c) =>
    reply(c, await enterScenario(c.get('world'), c.req.param('scenario'))),
  )

  app.get('/journal', (c) => {
    const after = Number(c.req.query('after') ?? 0)
    return reply(c, { requests: c.get('world').journal.requests.filter(({ number }) => number > after) })
  })
  app.delete('/journal', (c) => {
    const world = c.get('world')
    world.journal.clear()
    return reply(c, watchOf(world).changed())
  })
  app.get('/journal/:number/shaping', async (c) =>
    reply(c, { choices: await shapedBy(entryOf(c), c.get('world')) }),
  )
  app.post('/journal/:number/again', async (c) =>
    reply(c, await answerAgain(entryOf(c), c.get('world'), c.req.raw.signal)),
  )

  app.get('/profile', (c) => reply(c, c.get('world').profile))
  app.put('/profile', (c) => reply(c, setProfile(c, c.get('body') as ProfileOption)))
  app.patch('/profile', (c) => {
    const answers = fieldsOf<Profile>(c, bodies['PATCH /profile'])
    return reply(c, setProfile(c, { ...c.get('world').profile, ...answers }))
  })
  app.delete('/profile', (c) => reply(c, setProfile(c, c.get('world').options.profile)))

  app.get('/worlds', (c) => {
    const list = worlds.list().map(({ name, world, usedAt }) => ({ name, posts: world.store.count, usedAt }))
    return reply(c, { worlds: list })
  })
  app.put('/worlds/:name', (c) => {
    const name = c.req.param('name')
    return reply(c, { name, posts: worlds.get(name).store.count })
  })
  app.delete('/worlds/:name', (c) => {
    const name = c.req.param('name')
    if (worlds.drop(name)) return reply(c, undefined)
    return refuse(404, `World ${JSON.stringify(name)} does not exist.`)
  })
}

/** Direct access to posts, without the profile's rules, faults and journal. */
function addPostsRoutes(app: ControlApp): void {
  app.get('/posts', (c) => reply(c, orderedPosts(c.get('world'))))
  app.post('/posts', async (c) => reply(c, await postsOf(c).create(textsOf(c))))
  app.put('/posts/:id', async (c) => reply(c, await postsOf(c).replace(idOf(c), textsOf(c))))
  app.delete('/posts/:id', async (c) => {
    if (await postsOf(c).delete(idOf(c))) return reply(c, undefined)
    return refuse(404, `Post ${c.req.param('id')} does not exist.`)
  })

  app.get('/snapshot', (c) => reply(c, c.get('world').store.snapshot()))
  app.put('/snapshot', (c) => {
    const world = c.get('world')
    world.store.restore(parseSnapshot(c.get('body'), world))
    return reply(c, { posts: world.store.count })
  })
}

interface NextFault {
  readonly operation: FaultOperation
  readonly fault: Fault
  readonly times: number
}

function addFaultsRoutes(app: ControlApp): void {
  app.get('/faults', (c) => reply(c, c.get('world').faults.settings))

  // Changes the settings that are named, without ending hanging requests.
  app.patch('/faults', (c) => {
    const { faults } = c.get('world')
    const { latency, rate, ...others } = fieldsOf<FaultSettings>(c, '{ "latency": { "list": 300 } }')
    const before = faults.settings
    faults.settings = {
      ...before,
      ...others,
      latency: { ...before.latency, ...latency },
      rate: { ...before.rate, ...rate },
    }
    return reply(c, faults.settings)
  })

  app.post('/faults/next', (c) => {
    const { faults } = c.get('world')
    const { operation = 'any', fault, times = 1 } = fieldsOf<NextFault>(c, bodies['POST /faults/next'])
    faults.next(operation, fault as Fault, times)
    return reply(c, faults.settings)
  })

  app.delete('/faults', (c) => reply(c, c.get('world').faults.clear()))
}

/** A reply with exact integers; undefined is 204. */
function reply(c: Context<ControlEnv>, value: unknown): Response {
  c.header('cache-control', 'no-store')
  if (value === undefined) return c.body(null, 204)
  return c.body(stringifyJson(value), 200, { 'content-type': 'application/json' })
}

/**
 * The body, which must be an object; what uses its fields checks their values.
 * @param example what to send instead.
 * @throws HTTPException 400
 */
function fieldsOf<Fields extends object>(c: Context<ControlEnv>, example: string): Partial<Fields> {
  const body = c.get('body')
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Partial<Fields>
  throw new HTTPException(400, { message: `The body is not an object. Send ${example}.` })
}

function setProfile(c: Context<ControlEnv>, profile: ProfileOption) {
  const world = c.get('world')
  world.setProfile(profile)
  return world.profile
}

function entryOf(c: Context<ControlEnv>): JournalEntry {
  const number = c.req.param('number')
  const entry = c.get('world').journal.requests.find((each) => `${each.number}` === number)
  if (entry) return entry
  throw new HTTPException(404, {
    message: `Request ${number} is not in the journal; it may have been dropped.`,
  })
}

function postsOf(c: Context<ControlEnv>): PostsOf<PostId> {
  return mockPostsOf(c.get('world')).exact
}

function textsOf(c: Context<ControlEnv>): PostFields {
  return fieldsOf<PostFields>(c, bodies['POST /posts']) as PostFields
}

function idOf(c: Context<ControlEnv>): PostId {
  const text = c.req.param('id') ?? ''
  const id = parsePostId(text)
  if (id !== undefined) return id
  throw new HTTPException(400, {
    message: `${JSON.stringify(text)} is not a post id: expected an int64 integer.`,
  })
}

/** The choices that affected a reply: those for which another listed answer alone changes it. */
async function shapedBy(entry: JournalEntry, world: World): Promise<readonly ChoiceId[]> {
  const profile = answersOtherThan(completeProfile(), world.profile)
  const { requests } = world.journal
  const earlier = requests.slice(0, requests.indexOf(entry))
  const isDeleted = earlier.some(({ operation, status }) => operation === 'delete' && status < 300)
  const exchange = { profile, posts: world.store.count, ...(isDeleted && { deleted: isDeleted }), entry }
  const shaping = await shapingOf({ kind: 'exchange', own: {}, ...exchange })
  const settled = settledBefore(entry)
  return [...new Set(shaping.map(({ choice }) => choice))].filter((choice) => !settled.includes(choice))
}

/** What another answer no longer changes: a post keeps its id, and its added fields until it is replaced. */
function settledBefore({ operation }: JournalEntry): readonly ChoiceId[] {
  if (operation === 'create') return []
  return operation === 'replace' ? ['id.assignment'] : ['id.assignment', 'post.extra-fields']
}
