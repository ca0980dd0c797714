import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JournalEntry } from '../../../handlers/journal/journal-entry.ts'
import type { Post } from '../../../handlers/model/post.ts'
import { watchOf } from '../../../src/devtools/world-watch.ts'
import { createPostsMock } from '../../../src/index.ts'
import type { PanelControl, PanelWatcher } from '../../../src/panel/control.ts'
import { localControl } from '../../../src/panel/local-control.ts'
import { PanelModel } from '../../../src/panel/panel-model.ts'

beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task))
})

afterAll(() => vi.unstubAllGlobals())

const mock = createPostsMock({ posts: 0 })
const real = localControl(mock)
const { state } = watchOf(mock.world)

/** A control whose answers come when the test lets them, in the order that it wants. */
function slowControl(others: Partial<PanelControl> = {}) {
  let watcher: PanelWatcher | undefined
  const waiting: { requests: ((entries: JournalEntry[]) => void)[]; posts: ((posts: Post[]) => void)[] } = {
    requests: [],
    posts: [],
  }
  const control: PanelControl = {
    ...real,
    watch: (given) => {
      watcher = given
      return () => {}
    },
    requests: () => new Promise((settle) => waiting.requests.push(settle)),
    posts: () => new Promise((settle) => waiting.posts.push(settle)),
    ...others,
  }
  const model = new PanelModel(control)
  model.start()
  if (!watcher) throw new Error('Nobody watches.')
  return { model, watcher, waiting }
}

const entry = (number: number) => ({ number }) as JournalEntry
const numbersOf = ({ requests }: PanelModel) => requests.map(({ number }) => number)

test('a request that comes while the list of them is on its way is there once, in its place', async () => {
  const { model, watcher, waiting } = slowControl()
  watcher.state({ ...state, requests: 2 })
  model.wantRequests()
  watcher.request(entry(2))
  watcher.request(entry(3))
  waiting.requests[0]?.([entry(1), entry(2)])
  await expect.poll(() => numbersOf(model)).toEqual([1, 2, 3])
  watcher.request(entry(3))
  expect(numbersOf(model)).toEqual([1, 2, 3])
})

test('begins anew with another server, whose numbers are lower', async () => {
  const { model, watcher, waiting } = slowControl()
  watcher.state({ ...state, requests: 1 })
  model.wantRequests()
  waiting.requests[0]?.([entry(41)])
  await expect.poll(() => numbersOf(model)).toEqual([41])
  watcher.lost('It is gone.')
  expect([model.lost, numbersOf(model)]).toEqual(['It is gone.', []])
  watcher.state({ ...state, requests: 1 })
  waiting.requests[1]?.([entry(1)])
  await expect.poll(() => numbersOf(model)).toEqual([1])
  expect(model.lost).toBeUndefined()
})

test('forgets what the journal forgets, and asks for nothing that it has', async () => {
  const { model, watcher, waiting } = slowControl()
  watcher.state({ ...state, requests: 2, latest: 2 })
  model.wantRequests()
  waiting.requests[0]?.([entry(1), entry(2)])
  await expect.poll(() => numbersOf(model)).toEqual([1, 2])
  for (const number of [3, 4]) watcher.request(entry(number))
  watcher.state({ ...state, requests: 3, latest: 4 })
  expect(numbersOf(model)).toEqual([2, 3, 4])
  watcher.state({ ...state, requests: 0, latest: 4 })
  expect([numbersOf(model), waiting.requests.length]).toEqual([[], 1])
})

test.each(['posts', 'reference'] as const)(
  'asks for the %s once, and where that failed again at the next word',
  async (what) => {
    const asked = vi.fn(() => Promise.reject(new Error('No.')))
    const { model, watcher } = slowControl({ [what]: asked })
    const want = () => (what === 'posts' ? model.wantPosts() : model.wantReference())
    model.listen(want)
    watcher.state({ ...state, version: 1 })
    await expect.poll(() => model.message?.text).toBe('No.')
    want()
    expect(asked).toHaveBeenCalledOnce()
    watcher.state({ ...state, version: 1 })
    expect(asked).toHaveBeenCalledTimes(2)
  },
)

test('the posts are those of the last version, whatever comes last', async () => {
  const { model, watcher, waiting } = slowControl()
  const post = (title: string) => ({ id: 1, title, content: '' })
  watcher.state({ ...state, version: 1 })
  model.wantPosts()
  watcher.state({ ...state, version: 2 })
  model.wantPosts()
  waiting.posts[1]?.([post('new')])
  waiting.posts[0]?.([post('old')])
  await expect.poll(() => model.posts).toEqual([post('new')])
})

test('what failed is said until somebody dismisses it, what went well for a while', async () => {
  vi.useFakeTimers()
  try {
    const { model } = slowControl()
    expect(await model.act(() => Promise.reject(new Error('No.')))).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(model.message).toMatchObject({ text: 'No.', isError: true })
    expect(await model.act(async () => {}, 'Done.')).toBe(true)
    expect(model.message).toMatchObject({ text: 'Done.', isError: false })
    vi.advanceTimersByTime(60_000)
    expect(model.message).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
