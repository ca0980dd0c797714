import { getResponse } from 'msw/utils/get-response'
import {
  completeProfile,
  type Profile,
  type ProfileOption,
  withoutGates,
} from '../../handlers/choices/profile.ts'
import { BaseUrl } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { createHandlers } from '../../handlers/msw.ts'
import { emptyWorld } from '../../handlers/world/empty-world.ts'
import type { World } from '../../handlers/world/world.ts'
import { StateSetup } from '../model/state-setup.ts'
import { setUp } from '../model/states.ts'
import { type Example, fillRequest } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import type { ReceivedReply, Send } from '../spec/exchange.ts'
import { documentExpectation, mockExpectation } from './expectation.ts'
import type { Contract, ContractKind, Interaction } from './interaction.ts'

/** The options of {@link deriveContract}. */
export interface DeriveOptions {
  /** `document`: the statements of the interface document; `mock`: the profile's answers where it is silent. */
  readonly kind: ContractKind
  /** Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** Default `posts-consumer`. */
  readonly consumer?: string
  /** Default `posts-service`. */
  readonly provider?: string
}

const base = 'http://understudy.invalid/v1'

/**
 * Derives a contract: every example runs through the MSW handlers in a new world, and the reply becomes an
 * interaction. The result is deterministic.
 *
 * @throws UnderstudyError `PROFILE_INVALID`, `OPTION_INVALID` (a name that cannot be part of a file name)
 * @example
 * const contract = await deriveContract({ kind: 'mock', profile: 'json-server' })
 */
export async function deriveContract(options: DeriveOptions): Promise<Contract> {
  const { kind } = options
  const consumer = checkedName(options.consumer ?? 'posts-consumer')
  const provider = checkedName(options.provider ?? 'posts-service')
  const profile = withoutGates(completeProfile(options.profile))
  const world = emptyWorld(profile)
  const send = handlersOf(world)
  const interactions: Interaction[] = []
  for (const example of examples) {
    const shown = kind === 'document' ? example.clauses : (example.shows ?? [])
    if (shown.length === 0) continue
    world.reset()
    interactions.push(await deriveInteraction(example, kind, send))
  }
  return { kind, consumer, provider, interactions }
}

async function deriveInteraction(example: Example, kind: ContractKind, send: Send): Promise<Interaction> {
  const { key, description, request, clauses, shows: choices = [] } = example
  let titles = 0
  const setup = new StateSetup({ send, nextTitle: () => `pu-example-${++titles}` })
  const values = await setUp(example, setup).catch((error: Error) => {
    throw new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to derive ${key}: with this profile its state cannot be set up (${error.message}). Change the profile to accept posts of ordinary size.`,
    )
  })
  const reply = await send(fillRequest(example, values))
  const response = (kind === 'document' ? documentExpectation : mockExpectation)(example, reply)
  const shown = kind === 'document' ? { clauses, choices: [] } : { clauses: [], choices }
  return { key, description, states: example.states, request, values, response, ...shown }
}

function handlersOf(world: World): Send {
  const handlers = createHandlers(new BaseUrl(base), world)
  return async ({ method, path, headers, body }): Promise<ReceivedReply> => {
    const request = new Request(base + path, {
      method,
      headers: { ...headers },
      // As bytes: for a text, Request would set a media type.
      ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
    })
    const response = await getResponse(handlers, request)
    if (!response) throw new RangeError(`Failed to derive a contract: no handler answers ${method} ${path}.`)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
}

function checkedName(name: string): string {
  if (/^[\w. -]{1,100}$/.test(name) && name.trim() === name) return name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to derive a contract: "${name}" cannot be part of a file name. Use letters, digits, dots, dashes and spaces.`,
  )
}
