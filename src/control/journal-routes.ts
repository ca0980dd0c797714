import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { operationNames } from '../../handlers/model/operation-name.ts'
import { ControlRefusal, type ControlRoutes } from './control-route.ts'

export const journalRoutes: ControlRoutes = {
  'GET /journal': {
    about:
      'The requests so far, oldest first; ?operation= &method= &path= &status= &since= (ms since 1970) filter.',
    perform: ({ world, query }) => ({ requests: world.journal.filter(readJournalFilter(query)) }),
  },
  'DELETE /journal': {
    about: 'Clears the journal.',
    perform: ({ world }) => world.journal.clear(),
  },
  'GET /journal/stream': {
    about: 'Every new request as a server-sent event "request"; the same filters.',
    perform(call) {
      const isMeant = readJournalFilter(call.query)
      return call.stream((send) =>
        call.world.journal.listen((entry) => {
          if (isMeant(entry)) send('request', entry)
        }),
      )
    },
  },
}

/** Makes a test of entries from each query parameter; undefined where the value is invalid. */
const filters: Record<string, (text: string) => ((entry: JournalEntry) => boolean) | undefined> = {
  operation: (text) =>
    text === 'none' || operationNames.some((name) => name === text)
      ? ({ operation }) => (operation ?? 'none') === text
      : undefined,
  method: (text) => (text === text.toUpperCase() ? ({ method }) => method === text : undefined),
  path: (text) => (text[0] === '/' ? ({ path }) => path === text : undefined),
  status: (text) => (/^\d{1,3}$/.test(text) ? ({ status }) => status === Number(text) : undefined),
  since: (text) => (/^\d{1,16}$/.test(text) ? ({ at }) => at >= Number(text) : undefined),
}

const expectations: Record<string, string> = {
  operation: `one of ${operationNames.join(', ')}, none`,
  method: 'a method in capitals',
  path: 'a path below the base address, such as /posts/7',
  status: 'a status, or 0 for no reply',
  since: 'milliseconds since 1970',
}

/**
 * Reads a journal filter; all its parameters must match.
 * @throws ControlRefusal 400 with the parameter.
 */
function readJournalFilter(query: URLSearchParams): (entry: JournalEntry) => boolean {
  const tests = [...query]
    .filter(([name]) => name !== 'world')
    .map(([name, text]) => {
      const read = Object.hasOwn(filters, name) ? filters[name] : undefined
      if (!read) throw refuse(name, `is not a filter; filters: ${Object.keys(filters).join(', ')}`)
      const test = read(text)
      if (!test) throw refuse(name, `is ${JSON.stringify(text)}; expected ${expectations[name]}`)
      return test
    })
  return (entry) => tests.every((test) => test(entry))
}

function refuse(field: string, detail: string): ControlRefusal {
  return new ControlRefusal(400, `The query parameter ${JSON.stringify(field)} ${detail}.`, [
    { field, detail },
  ])
}
