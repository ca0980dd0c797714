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

/** Every route. */
export const controlRoutes = Object.entries(byName).map(([name, route]): NamedRoute => {
  const [method = '', path = ''] = name.split(' ')
  return { ...route, method, path }
})

/** The routes of the control API, for the index. */
export const controlRouteNames = controlRoutes.map(({ method, path, about }) => ({
  method,
  path: controlPath + path,
  about,
}))
