import type { ControlRoute } from './control-route.ts'
import { readJournalFilter } from './journal-filter.ts'
import { streamJournal } from './journal-stream.ts'

/** What was asked of a world. */
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
