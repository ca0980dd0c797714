import type { ControlCall, Stream } from './control-route.ts'
import { eventStream } from './event-stream.ts'
import { readJournalFilter } from './journal-filter.ts'

/** Sends every request that a world answers, and that the query means, as an event "request". */
export function streamJournal(call: ControlCall): Stream {
  const isMeant = readJournalFilter(call.query)
  return eventStream(call, (send) =>
    call.world.journal.listen((entry) => {
      if (isMeant(entry)) send('request', entry)
    }),
  )
}
