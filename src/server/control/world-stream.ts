import { watchOf } from '../../devtools/world-watch.ts'
import type { ControlCall, Stream } from './control-route.ts'
import { eventStream } from './event-stream.ts'

/** Sends the state of a world as an event "state", now and after every change, and its requests as events "request". */
export function streamWorld(call: ControlCall): Stream {
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
