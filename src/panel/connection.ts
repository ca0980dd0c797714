import { parseJson } from '../../handlers/model/json.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { PanelWatcher } from './control.ts'

/** In milliseconds. */
const retryDelay = 1500

/**
 * Reads the event stream of a world, and reconnects after a failure. While the page is hidden the stream is closed:
 * over HTTP/1.1 a browser opens six connections to a server, and each tab with a stream uses one of them.
 *
 * @returns a function that stops it.
 */
export function openConnection(client: ControlClient, watcher: PanelWatcher): () => void {
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
    void readEvents(client, opened.signal, hear)
      .catch(() => {})
      .then(() => retry(opened))
  }
  const retry = async (failed: AbortController) => {
    if (stream !== failed) return
    // If any other request fails too, its error is the reason of the loss.
    const reason = await client.call('GET', 'state').then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (isEnded || stream !== failed) return
    if (reason !== undefined) watcher.lost(reason)
    timer = setTimeout(open, retryDelay)
  }

  document.addEventListener('visibilitychange', open)
  open()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', open)
    close()
  }
}

/**
 * Reads server-sent events until the stream ends; an EventSource would send no header. Our server writes one line of
 * data for each.
 */
async function readEvents(
  client: ControlClient,
  signal: AbortSignal,
  hear: (event: string, data: string) => void,
): Promise<void> {
  const response = await client.fetch('stream', {
    headers: client.headers,
    signal,
    cache: 'no-store',
  })
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
