import { parseJson } from '../../handlers/model/json.ts'
import type { PanelWatcher } from './control.ts'

/** How long a lost connection rests before it is tried again, in milliseconds. */
const rest = 1500

/**
 * Hears the event stream of a world, and comes back when it was lost. While nobody looks at the page the stream is closed:
 * over HTTP/1.1 a browser opens six connections to a server, and every tab with a stream would hold one of them.
 *
 * @param ask asks the server anything: where that fails too, the stream is lost for that reason, and else it only broke off.
 * @returns a function that ends it.
 */
export function openConnection(
  streamUrl: string,
  ask: () => Promise<unknown>,
  watcher: PanelWatcher,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (isEnded || document.hidden) return
    const opened = new EventSource(streamUrl)
    source = opened
    opened.addEventListener('state', ({ data }) => watcher.state(parseJson(data) as never))
    opened.addEventListener('request', ({ data }) => watcher.request(parseJson(data) as never))
    opened.addEventListener('error', () => void retry(opened))
  }
  const retry = async (failed: EventSource) => {
    failed.close()
    const reason = await ask().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (isEnded || source !== failed) return
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
