import { decoded } from '../../../handlers/model/decoded.ts'
import type { ControlRoute, ControlRoutes } from './control-route.ts'
import { faultsRoutes } from './faults-routes.ts'
import { journalRoutes } from './journal-routes.ts'
import { panelRoutes } from './panel-routes.ts'
import { postsRoutes } from './posts-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { worldRoutes } from './world-routes.ts'

export const controlPath = '/_understudy'

const index: ControlRoute = {
  about: 'This list.',
  perform: () => ({
    about:
      'The control API of posts-understudy. A header X-Understudy-World, or ?world=, selects a world; the default is the base world.',
    routes: controlRouteNames,
  }),
}

const byName: ControlRoutes = {
  'GET /': index,
  ...stateRoutes,
  ...postsRoutes,
  ...faultsRoutes,
  ...journalRoutes,
  ...profileRoutes,
  ...panelRoutes,
  ...worldRoutes,
}

export interface NamedRoute extends ControlRoute {
  readonly method: string
  readonly path: string
}

const routes = Object.entries(byName).map(([name, route]): NamedRoute => {
  const [method = '', path = ''] = name.split(' ')
  return { ...route, method, path }
})

/** The routes of the control API, for the index. */
export const controlRouteNames = routes.map(({ method, path, about }) => ({
  method,
  path: controlPath + path,
  about,
}))

/** The routes of a path, one for each method, and the value of `:name`. */
export function findControlRoutes(sentPath: string): { routes: readonly NamedRoute[]; name: string } {
  const path = sentPath.slice(controlPath.length) || '/'
  const here = routes.filter((route) => matchName(route.path, path) !== undefined)
  return { routes: here, name: matchName(here[0]?.path ?? '', path) ?? '' }
}

/** The decoded name in a path; empty where the route has none, undefined where the path does not match. */
function matchName(pattern: string, path: string): string | undefined {
  if (!pattern.endsWith('/:name')) return pattern === path ? '' : undefined
  const folder = pattern.slice(0, -':name'.length)
  const name = path.slice(folder.length)
  if (!path.startsWith(folder) || name === '' || name.includes('/')) return undefined
  return decoded(name)
}
