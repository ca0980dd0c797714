import { watchOf } from '../../devtools/world-watch.ts'
import { type ControlCall, ControlRefusal, type ControlRoute, type Stream } from './control-route.ts'
import { eventStream } from './event-stream.ts'

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

/** Sends the state of a world as an event "state", now and after every change, and its requests as events "request". */
function streamWorld(call: ControlCall): Stream {
  const watch = watchOf(call.world)
  return eventStream(call, (send) => {
    const sendState = () => send('state', watch.state)
    sendState()
    const stops = [watch.listen(sendState), call.world.journal.listen((entry) => send('request', entry))]
    return () => {
      for (const stop of stops) stop()
    }
  })
}
