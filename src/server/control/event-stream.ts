import type { ServerResponse } from 'node:http'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { realTimers } from '../../../handlers/model/timers.ts'
import type { ControlCall, Stream } from './control-route.ts'

/** How often a sign of life goes out, in milliseconds: proxies cut connections that are silent for a minute. */
const pulse = 15_000

/** How much may wait for a client that reads too slowly before it is let go, in bytes. */
const backlog = 8 * 1024 * 1024

/** Sends an event with its data as JSON. */
export type SendEvent = (event: string, data: unknown) => void

/**
 * Sends server-sent events (HTML Standard, section 9.2). The stream of a world that was dropped ends at the next pulse; an
 * EventSource comes again, and hears the world that has the name then.
 *
 * @param begin is called once the stream is open, and returns what ends it.
 */
export function eventStream({ touch }: ControlCall, begin: (send: SendEvent) => () => void): Stream {
  return (response) => {
    // Nothing comes after a stream, and a connection that was kept would hold up the end of the server.
    response.shouldKeepAlive = false
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.write('retry: 1000\n\n')
    const end = begin((event, data) => write(response, `event: ${event}\ndata: ${stringifyJson(data)}\n\n`))
    let timer = realTimers.setTimeout(beat, pulse)
    response.on('close', () => {
      realTimers.clearTimeout(timer as never)
      end()
    })

    function beat(): void {
      if (!touch()) return void response.end()
      write(response, ':\n\n')
      timer = realTimers.setTimeout(beat, pulse)
    }
  }
}

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return
  if (response.writableLength > backlog) response.destroy()
  else response.write(text)
}
