import { ControlRefusal, type ControlRoutes } from './control-route.ts'

export const worldPath = '/worlds/:name'

export const worldRoutes: ControlRoutes = {
  'GET /worlds': {
    about: 'The worlds besides the base, least recently used first: { name, posts, usedAt }.',
    perform: ({ worlds }) => ({
      worlds: worlds.list().map(({ name, world, usedAt }) => ({
        name,
        posts: world.store.count,
        usedAt,
      })),
    }),
  },
  [`PUT ${worldPath}`]: {
    about: 'Forks a world from the base world, if it does not exist.',
    perform({ worlds, name }) {
      const world = worlds.get(name)
      return { name, posts: world.store.count }
    },
  },
  [`DELETE ${worldPath}`]: {
    about: 'Drops a world.',
    perform({ worlds, name }) {
      if (!worlds.drop(name)) throw new ControlRefusal(404, `World ${JSON.stringify(name)} does not exist.`)
    },
  },
}
