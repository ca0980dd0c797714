import type { ServerResponse } from 'node:http'
import { realTimers } from '../../../handlers/timers.ts'
import { stringifyJson } from '../../json.ts'
import type { ControlCall, Stream } from './control-route.ts'
import { readJournalFilter } from './journal-filter.ts'

/** How often a sign of life goes out, in milliseconds: proxies cut connections that are silent for a minute. */
const pulse = 15_000

/** How much may wait for a client that reads too slowly before it is let go, in bytes. */
const backlog = 8 * 1024 * 1024

/**
 * Sends every request that a world answers as a server-sent event (HTML Standard, section 9.2). The stream of a world
 * that was dropped ends at the next pulse; an EventSource comes again, and hears the world that has the name then.
 */
export function streamJournal({ world, query, touch }: ControlCall): Stream {
  const isMeant = readJournalFilter(query)
  return (response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.write('retry: 1000\n\n')
    const stop = world.journal.listen((entry) => {
      if (isMeant(entry)) send(response, `event: request\ndata: ${stringifyJson(entry)}\n\n`)
    })
    let timer = realTimers.setTimeout(beat, pulse)
    response.on('close', () => {
      realTimers.clearTimeout(timer as never)
      stop()
    })

    function beat(): void {
      if (!touch()) return void response.end()
      send(response, ':\n\n')
      timer = realTimers.setTimeout(beat, pulse)
    }
  }
}

function send(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return
  if (response.writableLength > backlog) response.destroy()
  else response.write(text)
}
