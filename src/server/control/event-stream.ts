import type { ServerResponse } from 'node:http'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { realTimers } from '../../../handlers/model/timers.ts'
import type { ControlCall, Stream } from './control-route.ts'

/** How often a sign of life goes out, in milliseconds: proxies cut connections that are silent for a minute. */
const pulse = 15_000

/** How much may wait for one client that reads too slowly, and for all of them together, in bytes: then it is let go. */
const backlog = { one: 8 * 1024 * 1024, all: 32 * 1024 * 1024 }

export type SendEvent = (event: string, data: unknown) => void

/**
 * Sends server-sent events (HTML Standard, section 9.2). The stream of a world that was dropped ends at the next pulse, that of a
 * world that was not there yet once it is made; a client comes again, and hears the world that has the name then.
 *
 * @param begin is called once the stream is open, and returns what ends it.
 */
export function eventStream(
  { touch, whenReplaced }: ControlCall,
  begin: (send: SendEvent) => () => void,
): Stream {
  return (response, all) => {
    // Nothing comes after a stream, and a connection that was kept would hold up the end of the server.
    response.shouldKeepAlive = false
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.write('retry: 1000\n\n')
    const end = begin((event, data) => write(response, all, textOf(event, data)))
    const stopWaiting = whenReplaced(() => response.end())
    let timer = realTimers.setTimeout(beat, pulse)
    response.on('close', () => {
      realTimers.clearTimeout(timer as never)
      stopWaiting()
      end()
    })

    function beat(): void {
      if (!touch()) return void response.end()
      write(response, all, ':\n\n')
      timer = realTimers.setTimeout(beat, pulse)
    }
  }
}

/** The same request goes to every stream, one after the other: its text is made once. */
let latest: { readonly event: string; readonly data: unknown; readonly text: string } | undefined

function textOf(event: string, data: unknown): string {
  if (latest?.event !== event || latest.data !== data)
    latest = { event, data, text: `event: ${event}\ndata: ${stringifyJson(data)}\n\n` }
  return latest.text
}

function write(response: ServerResponse, all: ReadonlySet<ServerResponse>, text: string): void {
  if (response.destroyed || response.writableEnded) return
  const own = response.writableLength
  // Only who is behind already can be too far behind.
  if (own > 65_536 && (own > backlog.one || waitingFor(all) + text.length > backlog.all)) response.destroy()
  else response.write(text)
}

function waitingFor(all: ReadonlySet<ServerResponse>): number {
  let waiting = 0
  for (const response of all) waiting += response.writableLength
  return waiting
}
