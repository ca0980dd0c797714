import type { ControlCall, ControlRoute, Stream } from './control-route.ts'
import { eventStream } from './event-stream.ts'
import { readJournalFilter } from './journal-filter.ts'

export const journalRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/journal',
    about:
      'The requests so far, oldest first; ?operation= &method= &path= &status= &since= (ms since 1970) filter.',
    perform: ({ world, query }) => ({ requests: world.journal.filter(readJournalFilter(query)) }),
  },
  {
    method: 'DELETE',
    path: '/journal',
    about: 'Forgets them.',
    perform: ({ world }) => world.journal.clear(),
  },
  {
    method: 'GET',
    path: '/journal/stream',
    about: 'Every request from now on as a server-sent event "request"; the same filters.',
    perform: streamJournal,
  },
]

/** Sends every request that a world answers, and that the query means, as an event "request". */
function streamJournal(call: ControlCall): Stream {
  const isMeant = readJournalFilter(call.query)
  return eventStream(call, (send) =>
    call.world.journal.listen((entry) => {
      if (isMeant(entry)) send('request', entry)
    }),
  )
}
