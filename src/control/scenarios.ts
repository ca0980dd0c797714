import { type FaultSettings, noFaults } from '../../handlers/faults/faults.ts'
import { eachField } from '../../handlers/fields.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { seededPost } from '../../handlers/seed/seeded-post.ts'
import { seedPosts } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'

/** A situation for testing an app. */
export interface Scenario {
  readonly id: string
  readonly name: string
  readonly about: string
  /** The fault settings of a scenario of the network, of which one is active. */
  readonly faults?: Partial<FaultSettings> | undefined
  /** What a scenario of the posts changes, once. */
  readonly change?: (world: World) => Promise<void> | void
}

const unavailable = { status: 503 }
const writeFails = { share: 1, fault: unavailable }

export const scenarios: readonly Scenario[] = [
  { id: 'normal', name: 'Normal', about: 'Every request is answered at once.', faults: {} },
  {
    id: 'slow',
    name: 'Slow',
    about: 'Each reply takes 0.8 to 2.5 seconds: a phone on a train.',
    faults: { latency: { any: { min: 800, max: 2500 } } },
  },
  {
    id: 'flaky',
    name: 'Flaky',
    about: 'Every fourth request is a 503, the others take up to 0.6 seconds.',
    faults: {
      latency: { any: { min: 100, max: 600 } },
      rate: { any: { share: 0.25, fault: unavailable } },
    },
  },
  {
    id: 'lossy',
    name: 'Lossy',
    about: 'Every fourth reply is lost after the work was done: is it sent again, and done twice?',
    faults: { rate: { any: { share: 0.25, fault: 'reply-lost' } } },
  },
  {
    id: 'next-fails',
    name: 'Next fails',
    about: 'The next request is a 503, those after it are answered.',
    faults: { next: [{ operation: 'any', fault: unavailable }] },
  },
  {
    id: 'read-only',
    name: 'Read only',
    about: 'Reading works; create, replace and delete are 503.',
    faults: { rate: { create: writeFails, replace: writeFails, delete: writeFails } },
  },
  { id: 'offline', name: 'Offline', about: 'No request gets an answer.', faults: { offline: true } },
  {
    id: 'empty',
    name: 'No posts',
    about: 'The first day of a new blog.',
    change: ({ store }) => store.restore({ posts: [], ids: store.snapshot().ids }),
  },
  {
    id: 'thousand',
    name: '1,000 posts',
    about: 'A very long list.',
    async change({ store, seed }) {
      for (let left = 1000 - store.count; left > 0; left--) await store.create((id) => seededPost(seed, id))
    },
  },
  {
    id: 'hostile',
    name: 'Hostile texts',
    about: 'One long word, right to left, markup, controls, nothing at all; an id beyond 2^53.',
    change: ({ store, profile, seed }) => store.restore(seedPosts({ posts: hostilePosts, profile, seed })),
  },
]

const hostilePosts = [
  { id: 1, title: '', content: ' \n\n' },
  { id: 2, title: 'Donaudampfschifffahrtsgesellschaft'.repeat(9), content: 'All work. '.repeat(5000) },
  { id: 3, title: 'שלום עולם, זה פוסט בעברית', content: 'مرحبا بالعالم, with English in it.' },
  { id: 4, title: '<img src=x onerror="alert(1)"><script>alert(2)</script>', content: '<b>&amp;</b>' },
  { id: 5, title: '👩‍👩‍👧‍👦 Z̸̢͎a̷̛͓l̴̞̝g̵̈́o̶͖', content: 'A lone surrogate: \ud83d, turned around: a\u202eb\u202c.' },
  { id: 6, title: 'Line\nbreaks\r\nand\ttabs', content: 'NUL \u0000 and other controls \u0007\u001b[31m' },
  { id: 2n ** 53n + 1n, title: 'An id beyond 2^53', content: 'As a float it is 9007199254740992.' },
].map((post) => ({ ...eachField(() => post.content), ...post }))

/** The scenario of the network with these fault settings; undefined for custom settings. */
export function scenarioOf({ offline, latency, next, rate }: FaultSettings): string | undefined {
  const key = stringifyJson({ offline, latency, next, rate })
  return scenarios.find(({ faults }) => faults && stringifyJson({ ...noFaults, ...faults }) === key)?.id
}

/** @throws UnderstudyError `OPTION_INVALID` for an unknown scenario. */
export async function enterScenario(world: World, id: string): Promise<void> {
  const scenario = scenarios.find((each) => each.id === id)
  if (!scenario)
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Unknown scenario ${JSON.stringify(id)}. Scenarios: ${scenarios.map((each) => each.id).join(', ')}.`,
    )
  await scenario.change?.(world)
  if (!scenario.faults) return
  world.faults.clear()
  world.faults.settings = { ...noFaults, ...scenario.faults }
}
