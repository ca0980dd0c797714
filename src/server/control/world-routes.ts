import { ControlRefusal, type ControlRoutes } from './control-route.ts'

/** A world as a whole: a call that makes or drops one is about no other. */
export const worldPath = '/worlds/:name'

export const worldRoutes: ControlRoutes = {
  'GET /worlds': {
    about: 'The worlds besides the base, the one used last at the end: { name, posts, usedAt }.',
    perform: ({ worlds }) => ({
      worlds: worlds.list().map(({ name, world, usedAt }) => ({
        name,
        posts: world.store.count,
        usedAt,
      })),
    }),
  },
  [`PUT ${worldPath}`]: {
    about: 'Forks a world from the base world, where there is none of this name.',
    perform({ worlds, name }) {
      const world = worlds.get(name)
      return { name, posts: world.store.count }
    },
  },
  [`DELETE ${worldPath}`]: {
    about: 'Drops a world.',
    perform({ worlds, name }) {
      if (!worlds.drop(name)) throw new ControlRefusal(404, `There is no world ${JSON.stringify(name)}.`)
    },
  },
}
