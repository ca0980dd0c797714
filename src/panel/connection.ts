import { parseJson } from '../../handlers/model/json.ts'
import type { PanelWatcher } from './control.ts'

/** How long a lost connection rests before it is tried again, in milliseconds. */
const rest = 1500

/** An event stream: an EventSource would send no header. */
interface StreamAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Hears the event stream of a world, and comes back when it was lost. While nobody looks at the page the stream is closed:
 * over HTTP/1.1 a browser opens six connections to a server, and every tab with a stream would hold one of them.
 *
 * @param ask asks the server anything: where that fails too, the stream is lost for that reason, and else it only broke off.
 * @returns a function that ends it.
 */
export function openConnection(
  address: StreamAddress,
  ask: () => Promise<unknown>,
  watcher: PanelWatcher,
): () => void {
  let stream: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const close = () => {
    clearTimeout(timer)
    stream?.abort()
    stream = undefined
  }
  const open = () => {
    close()
    if (isEnded || document.hidden) return
    const opened = new AbortController()
    stream = opened
    const hear = (event: string, data: string) => {
      if (stream !== opened) return
      if (event === 'state') watcher.state(parseJson(data) as never)
      if (event === 'request') watcher.request(parseJson(data) as never)
    }
    void readEvents(address, opened.signal, hear)
      .catch(() => {})
      .then(() => retry(opened))
  }
  const retry = async (failed: AbortController) => {
    if (stream !== failed) return
    const reason = await ask().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (isEnded || stream !== failed) return
    if (reason !== undefined) watcher.lost(reason)
    timer = setTimeout(open, rest)
  }

  document.addEventListener('visibilitychange', open)
  open()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', open)
    close()
  }
}

/** Reads server-sent events, as our server writes them, until the stream ends: one line of data for each. */
async function readEvents(
  { url, headers }: StreamAddress,
  signal: AbortSignal,
  hear: (event: string, data: string) => void,
): Promise<void> {
  const response = await fetch(url, { headers, signal, cache: 'no-store' })
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (text + read.value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event !== undefined && data !== undefined) hear(event, data)
    }
  }
}
