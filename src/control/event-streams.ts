import { stringifyJson } from '../../handlers/model/json.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import type { World } from '../../handlers/world/world.ts'
import { limits, OverLimit } from './limits.ts'
import type { Worlds } from './worlds.ts'

/** The interval of keep-alive comments, in milliseconds: proxies close connections that are silent for a minute. */
const pulse = 15_000

/** The most unread bytes of a client: then its stream ends. */
const backlog = 1024 * 1024

export type SendEvent = (event: string, data: unknown) => void

/** The world of a stream: it ends when the world is dropped or replaced, and the client reconnects to the current one. */
export interface StreamOptions {
  readonly world: World
  readonly worlds: Worlds
  /** Undefined for the base. */
  readonly worldName: string | undefined
}

/** The open server-sent events (HTML Standard, section 9.2). */
export class EventStreams {
  readonly #ends = new Set<() => void>()

  /**
   * @param begin called once the stream is open; returns a function that stops.
   * @throws OverLimit
   */
  open({ world, worlds, worldName }: StreamOptions, begin: (send: SendEvent) => () => void): Response {
    if (this.#ends.size >= limits.streams)
      throw new OverLimit(429, 'There are too many event streams', limits.streams)
    const encoder = new TextEncoder()
    let stop = () => {}
    const forget = () => {
      this.#ends.delete(end)
      stop()
      stop = () => {}
    }
    let end = forget
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const write = (text: string) => {
            if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text))
            end()
          }
          end = () => {
            forget()
            controller.close()
          }
          this.#ends.add(end)
          write('retry: 1000\n\n')
          let timer: unknown
          const beat = () => {
            if (worldName !== undefined && !worlds.touch(worldName, world)) return end()
            timer = realTimers.setTimeout(beat, pulse)
            write(':\n\n')
          }
          timer = realTimers.setTimeout(beat, pulse)
          const stopWaiting = worldName === undefined ? () => {} : worlds.whenMade(worldName, () => end())
          const stopSending = begin((event, data) => write(textOf(event, data)))
          stop = () => {
            realTimers.clearTimeout(timer as never)
            stopWaiting()
            stopSending()
          }
        },
        cancel: forget,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: backlog }),
    )
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
    return new Response(body, { headers })
  }

  /** Ends every stream. */
  close(): void {
    for (const end of this.#ends) end()
  }
}

/** The text of the latest event, which goes to every stream. */
let latest: { readonly event: string; readonly data: unknown; readonly text: string } | undefined

function textOf(event: string, data: unknown): string {
  if (latest?.event !== event || latest.data !== data)
    latest = { event, data, text: `event: ${event}\ndata: ${stringifyJson(data)}\n\n` }
  return latest.text
}
