import type { ServerResponse } from 'node:http'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { realTimers } from '../../../handlers/model/timers.ts'
import type { ControlCall, Stream } from './control-route.ts'

/** The interval of keep-alive comments, in milliseconds: proxies close connections that are silent for a minute. */
const pulse = 15_000

/** The most unread bytes of a client: then it is disconnected. */
const backlog = 1024 * 1024

export type SendEvent = (event: string, data: unknown) => void

/**
 * Sends server-sent events (HTML Standard, section 9.2). A stream ends when its world is dropped or replaced; the
 * client then reconnects to the current world.
 *
 * @param begin called once the stream is open; returns a function that stops.
 */
export function eventStream(
  { world, worlds, worldName }: ControlCall,
  begin: (send: SendEvent) => () => void,
): Stream {
  return (response) => {
    // A kept connection would delay closing the server.
    response.shouldKeepAlive = false
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.write('retry: 1000\n\n')
    const end = begin((event, data) => write(response, textOf(event, data)))
    const stopWaiting = worldName === undefined ? undefined : worlds.whenMade(worldName, () => response.end())
    let timer = realTimers.setTimeout(beat, pulse)
    response.on('close', () => {
      realTimers.clearTimeout(timer as never)
      stopWaiting?.()
      end()
    })

    function beat(): void {
      if (worldName !== undefined && !worlds.touch(worldName, world)) return void response.end()
      write(response, ':\n\n')
      timer = realTimers.setTimeout(beat, pulse)
    }
  }
}

/** The text of the latest event, which goes to every stream. */
let latest: { readonly event: string; readonly data: unknown; readonly text: string } | undefined

function textOf(event: string, data: unknown): string {
  if (latest?.event !== event || latest.data !== data)
    latest = { event, data, text: `event: ${event}\ndata: ${stringifyJson(data)}\n\n` }
  return latest.text
}

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return
  if (response.writableLength > backlog) response.destroy()
  else response.write(text)
}
