import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { answerAgain } from '../../contracts/client/answer-again.ts'
import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { reference } from '../devtools/reference.ts'
import { enterScenario } from '../devtools/scenarios.ts'
import { shapedBy } from '../devtools/shaped-by.ts'
import { watchOf } from '../devtools/world-watch.ts'
import { type ControlApp, type ControlEnv, fieldsOf, reply } from './control-call.ts'
import { refuse } from './refuse.ts'
import type { Worlds } from './worlds.ts'

/** State, journal and profile of a world; the worlds themselves. */
export function addWorldRoutes(app: ControlApp, worlds: Worlds): void {
  // ?after=REVISION waits until the state has another revision, at most 10 seconds.
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
  app.post('/scenarios/:id', async (c) => reply(c, await enterScenario(c.get('world'), c.req.param('id'))))
  app.get('/reference', (c) => reply(c, reference))

  // ?after=NUMBER leaves out the requests up to this one.
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
  // Answers a request once more, as the mock is now.
  app.post('/journal/:number/again', async (c) =>
    reply(c, await answerAgain(entryOf(c), c.get('world'), c.req.raw.signal)),
  )

  app.get('/profile', (c) => reply(c, c.get('world').profile))
  // The name of a preset, or answers to some choices; the others have their defaults.
  app.put('/profile', (c) => reply(c, follow(c, c.get('body') as ProfileOption)))
  app.patch('/profile', (c) => {
    const answers = fieldsOf<Profile>(c, '{ "create.status": 200 }')
    return reply(c, follow(c, { ...c.get('world').profile, ...answers }))
  })
  app.delete('/profile', (c) => reply(c, follow(c, c.get('world').options.profile)))

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

function follow(c: Context<ControlEnv>, profile: ProfileOption) {
  const world = c.get('world')
  world.follow(profile)
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
