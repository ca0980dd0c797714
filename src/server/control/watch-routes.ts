import { watchOf } from '../../devtools/world-watch.ts'
import { ControlRefusal, type ControlRoute } from './control-route.ts'
import { streamWorld } from './world-stream.ts'

/** What a panel looks at. */
export const watchRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/state',
    about: 'Counts of posts, requests and changes to take back; faults; profile.',
    perform: ({ world }) => watchOf(world).state,
  },
  {
    method: 'GET',
    path: '/stream',
    about:
      'The same as a server-sent event "state", now and after every change, and every request as "request".',
    perform: streamWorld,
  },
  {
    method: 'POST',
    path: '/undo',
    about:
      'Takes back the last change of the posts, whoever made it, since somebody first asked for the state.',
    perform({ world }) {
      const watch = watchOf(world)
      if (!watch.undo()) throw new ControlRefusal(409, 'There is no change of the posts to take back.')
      return watch.state
    },
  },
]
