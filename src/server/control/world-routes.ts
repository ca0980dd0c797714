import { ControlRefusal, type ControlRoute } from './control-route.ts'

/** The worlds that callers have forked by name. */
export const worldRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/worlds',
    about: 'The worlds besides the base, the one used last at the end: { name, posts, usedAt }.',
    perform: ({ worlds }) => ({
      worlds: worlds.list().map(({ name, world, usedAt }) => ({
        name,
        posts: world.store.count,
        usedAt,
      })),
    }),
  },
  {
    method: 'DELETE',
    path: '/worlds/:name',
    about: 'Drops a world.',
    perform({ worlds, name }) {
      if (!worlds.drop(name)) throw new ControlRefusal(404, `There is no world ${JSON.stringify(name)}.`)
    },
  },
]
