import { isUnderstudyError, UnderstudyError } from '../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../handlers/model/json.ts'
import { abortable, realTimers } from '../handlers/model/timers.ts'
import { parseSnapshot } from '../handlers/store/seeding.ts'
import { answeredByTest, createPostsMock, type PostsMock, type PostsMockOptions } from './mock/mock.ts'

/** Where the posts of a page are stored between reloads. */
export type Keep = 'tab' | 'browser' | false

/** Options of `startPosts`: those of `createPostsMock` and the following; all have defaults. */
export interface StartPostsOptions extends PostsMockOptions {
  /** The address of MSW's worker script, which `npx msw init public/ --save` creates. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * Where the posts are stored between reloads of the page: in the tab (`tab`), in the browser, for all tabs of the
   * origin (`browser`; of changes at the same moment the last one wins), or nowhere (`false`). Faults and journal are never
   * stored. Default `false`.
   */
  readonly keep?: Keep
}

/** A mock that answers the requests of this page. */
export interface StartedPosts extends PostsMock {
  /** Stops answering and storing, and ends hanging requests. Posts and journal stay readable. */
  stop(): Promise<void>
}

let latest: Promise<StartedPosts | undefined> = Promise.resolve(undefined)

/**
 * Starts a mock that answers the requests of this page with MSW's service worker; await it before the first request. A later
 * call replaces the mock. In a page of the Playwright fixture, whose mock answers, it starts nothing.
 *
 * @param options see {@link StartPostsOptions}; all have defaults.
 * @throws UnderstudyError `WORKER_UNAVAILABLE` if the browser has no service workers or blocks them, `WORKER_MISSING` if there is no
 * worker script, and the errors of `createPostsMock`.
 * @example
 * import { startPosts } from 'posts-understudy/browser'
 *
 * const mock = await startPosts({ keep: 'browser' })
 * mock.faults.latency(300)
 */
export function startPosts(options: StartPostsOptions = {}): Promise<StartedPosts> {
  const before = latest
  const started = start(options, before)
  // If the start fails, the mock before it still answers.
  latest = started.catch(() => before)
  return started
}

async function start(
  { workerUrl = '/mockServiceWorker.js', keep = false, ...ofMock }: StartPostsOptions,
  before: Promise<StartedPosts | undefined>,
): Promise<StartedPosts> {
  if (answeredByTest in globalThis) {
    console.info('[posts-understudy] The test answers the requests of this page: no mock is started in it.')
    return Object.assign(createPostsMock(ofMock), { stop: async () => {} })
  }
  checkPage()
  // Not imported above: Node, which may render the pages of the app on a server, cannot load it.
  const { setupWorker } = await import('msw/browser')
  const { posts, seed } = ofMock
  const mock = createPostsMock(ofMock)
  // Loaded now: a page that is offline could not load it at the first write.
  await mock.world.store.collection()
  // MSW permits one worker for a page.
  await (await before)?.stop()
  const worker = setupWorker(...mock.handlers)
  try {
    const serviceWorker = { url: workerUrl }
    await waitForStart(worker.start({ serviceWorker, quiet: true, onUnhandledFrame: 'bypass' }), workerUrl)
  } catch (error) {
    // Removes what MSW has added to the page, without waiting for the worker.
    void Promise.resolve(worker.stop()).catch(() => {})
    throw error
  }
  const storage = keep === 'tab' ? sessionStorage : localStorage
  const stopKeeping = keep ? keepPosts(mock, storage, stringifyJson([posts, seed])) : () => {}
  console.info(`[posts-understudy] A mock answers ${mock.baseUrl}/posts in this page.`)
  let isStopped = false
  return Object.assign(mock, {
    async stop() {
      if (isStopped) return
      isStopped = true
      stopKeeping()
      mock.faults.clear()
      await worker.stop()
    },
  })
}

/** @throws UnderstudyError `WORKER_UNAVAILABLE` where a page can have no service worker. */
function checkPage(): void {
  if (!isSecureContext || !navigator.serviceWorker)
    throw unavailable(
      `${location.origin} has no service workers here. Open it as localhost or by https, in an ordinary window that permits site data.`,
    )
  if (!Promise.withResolvers)
    throw unavailable('this browser is too old. Use Chrome 119, Firefox 121, Safari 17.4 or newer.')
}

/** How long a worker may take to start, in milliseconds: a script that is not MSW's never answers. */
const timeout = 10_000

/**
 * Waits for the start of a worker.
 * @throws UnderstudyError `WORKER_MISSING` if the server has no such script, often because it returns the page of the app instead;
 * `WORKER_UNAVAILABLE`
 */
async function waitForStart(begun: Promise<unknown>, workerUrl: string): Promise<void> {
  const silence = abortable(timeout, undefined, realTimers)
  const failure = silence.done.then(() => {
    throw unavailable(
      `the worker at "${workerUrl}" does not answer. Check that the script is MSW's, close the other tabs of this page, and load it again.`,
    )
  })
  try {
    await Promise.race([begun, failure])
  } catch (error) {
    if (isUnderstudyError(error)) throw error
    const script = await fetch(workerUrl).catch(() => undefined)
    if (script?.ok && /javascript/.test(script.headers.get('content-type') ?? ''))
      throw unavailable(`${(error as Error).message}. Check that the browser does not block service workers.`)
    throw new UnderstudyError(
      'WORKER_MISSING',
      `Failed to start the posts service in this page: no worker script was found at "${workerUrl}". Run \`npx msw init public/ --save\` (public/ is the folder of static files), or pass its address as \`workerUrl\`.`,
      { cause: error },
    )
  } finally {
    failure.catch(() => {})
    silence.release()
  }
}

function unavailable(fact: string): UnderstudyError {
  return new UnderstudyError('WORKER_UNAVAILABLE', `Failed to start the posts service in this page: ${fact}`)
}

/**
 * Restores the posts that a storage has, and writes a snapshot to it after changes, once in a later task.
 *
 * @param begun the options of the initial posts, as JSON: what was stored for others is ignored.
 * @returns a function that writes pending changes, and stops.
 */
function keepPosts({ world, baseUrl }: PostsMock, storage: Storage, begun: string): () => void {
  const { store } = world
  const key = `posts-understudy ${baseUrl}`
  const warn = (message: string) => console.warn(`[posts-understudy] ${message}`)
  const load = (text: string | null) => {
    try {
      const { begun: other, ...kept } = parseJson(text ?? '{}') as Record<string, JsonValue>
      if (other === begun) store.restore(parseSnapshot(kept, world))
    } catch (error) {
      storage.removeItem(key)
      warn(`Dropped the posts that were kept as "${key}": ${(error as Error).message}`)
    }
  }
  load(storage.getItem(key))
  let timer: unknown
  const write = () => {
    if (timer === undefined) return
    realTimers.clearTimeout(timer as never)
    timer = undefined
    try {
      storage.setItem(key, stringifyJson({ begun, ...store.snapshot() }))
    } catch (error) {
      stop()
      const { message } = error as Error
      warn(`Failed to keep the posts as "${key}": ${message} They are lost with the next reload.`)
    }
  }
  const stop = store.changed.add(() => {
    timer ??= realTimers.setTimeout(write, 0)
  })
  // Comes from other tabs only, and only for another value: what is written after it ends there.
  const sync = (event: StorageEvent) => {
    if (event.storageArea === storage && event.key === key) load(event.newValue)
  }
  addEventListener('pagehide', write)
  addEventListener('storage', sync)
  return () => {
    removeEventListener('pagehide', write)
    removeEventListener('storage', sync)
    write()
    stop()
  }
}
