import { endpoints, isWrite } from '../../handlers/endpoints.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { rawJSON } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { Leftover } from '../custody/clean-up.ts'
import { type Redactor, redactorFor } from '../redaction.ts'
import {
  type ProviderSession,
  type ProviderSessionOptions,
  withProviderSession,
} from '../run/provider-session.ts'
import { Sequence } from '../run/sequence.ts'
import { makeTrue } from '../run/states.ts'
import { listPath, postPath } from '../scenarios/addresses.ts'
import { jsonRequest } from '../scenarios/exchange.ts'
import { carries } from '../scenarios/post-text.ts'
import { type ProviderState, readState, stateName, withTitle } from '../scenarios/provider-state.ts'
import type { StateValues } from '../scenarios/scenario.ts'
import { readWholeList } from '../wire/whole-list.ts'

export interface ProviderStatesOptions
  extends Pick<
    ProviderSessionOptions,
    'headers' | 'insecure' | 'timeout' | 'settle' | 'maxRequestsPerSecond' | 'ledgerFolder' | 'onLedger'
  > {
  /** The provider's base address, which ends in `/v1`. */
  readonly url: string
  /** Called with a line for each post that a state left. Default a warning on the console. */
  readonly onLeftover?: (line: string) => void
}

/** How long setting up a state may take, in milliseconds: Pact waits for 30 s, and then sets up the next one. */
const longest = 25_000
const whenFaster = 'Try again when it is faster: Pact waits for 30 s.'

/**
 * Sets up the provider state of our Pact files at a deployed provider, one after the other. What it creates is noted on
 * disk first, and removed when the next state is set up, or this one torn down.
 */
export class ProviderStates {
  readonly #options: ProviderStatesOptions
  readonly #redactor: Redactor
  /** Removes what the current state left. */
  #end: () => Promise<readonly Leftover[]> = async () => []
  /** The longest delay of a write, in milliseconds. */
  #delay = 0

  constructor(options: ProviderStatesOptions) {
    this.#options = options
    const { url, headers = {} } = options
    this.#redactor = redactorFor({ urls: [url], headers })
  }

  /**
   * Makes the requests of a state. @returns its values, such as `id`.
   * @throws UnderstudyError `PACT_INVALID` for another state, `PROVIDER_UNREACHABLE` where the service refuses a request
   */
  async setUp(name: string, parameters: unknown): Promise<StateValues> {
    await this.tearDown()
    if (name === '') return {}
    const state = name === stateName ? readState(parameters) : undefined
    if (!state)
      throw new UnderstudyError(
        'PACT_INVALID',
        `Failed to set up the provider state "${name}": it is not the state of a Pact file of posts-understudy. Its state is "${stateName}", with the parameters of the file.`,
      )
    const made = Promise.withResolvers<StateValues>()
    const ended = Promise.withResolvers<void>()
    const late = new AbortController()
    const timer = setTimeout(() => {
      made.reject(notMade(state, `the service took longer than ${longest / 1000} s`, whenFaster))
      late.abort()
    }, longest)
    const outcome = withProviderSession({ ...this.#options, signal: late.signal }, async (session) => {
      try {
        const values = await this.#make(session, state)
        const end = this.#expect(session, state, values)
        made.resolve(values)
        await ended.promise
        await end?.()
      } catch (error) {
        made.reject(notMade(state, this.#redactor.text((error as Error).message)))
      }
    })
    outcome.catch(made.reject)
    this.#end = async () => {
      ended.resolve()
      return (await outcome.catch(() => ({ leftovers: [] }))).leftovers
    }
    return await made.promise.finally(() => clearTimeout(timer))
  }

  /** Removes what the latest state, and the request after it, left; tells what could not be removed. */
  async tearDown(): Promise<void> {
    const { onLeftover = console.warn } = this.#options
    for (const { title, path, reason } of await this.end()) {
      const line = ['May be left:', path, `"${title}"`, reason].filter(Boolean).join(' ')
      onLeftover(this.#redactor.text(line))
    }
  }

  /** The same after the last state. @returns what could not be removed. */
  async end(): Promise<readonly Leftover[]> {
    const end = this.#end
    this.#end = async () => []
    return await end()
  }

  async #make({ context }: ProviderSession, state: ProviderState): Promise<StateValues> {
    const { visibility } = context
    if (this.#delay > 0) visibility.noteLate(this.#delay)
    const { requests: after, post: of } = withTitle(state, '${title}')
    const path = of === undefined ? listPath : `${listPath}/\${id}`
    const situation = { after, ...defined({ of }), request: { method: 'GET', path } }
    const values = await makeTrue(new Sequence(context), situation)
    this.#delay = Math.max(this.#delay, visibility.longest)
    return values
  }

  /** Notes the write after the state before it is sent, as it does not pass through here. @returns what notes its end. */
  #expect(
    { client, context: { visibility }, ledger }: ProviderSession,
    state: ProviderState,
    { id, title = '' }: StateValues,
  ): (() => Promise<void>) | undefined {
    const { operation, body } = withTitle(state, title)
    if (operation === 'beside' || !isWrite(operation)) return undefined
    const { method } = endpoints[operation]
    const path = id === undefined ? listPath : postPath(id)
    const request = body ? jsonRequest(method, path, body) : { method, path, headers: {} }
    const end = ledger?.posts.sending(request)
    const isListed = async () => {
      const { items } = await readWholeList(client.send)
      return items.some((item) => carries(item, title)) || undefined
    }
    return async () => {
      // Reads show what became of it, but for a create that is late.
      const isCreate = operation === 'create'
      const mayCome = isCreate && !visibility.isPrompt && !(await visibility.usual(isListed))
      end?.({ status: mayCome ? 504 : isCreate ? 404 : 0, headers: {}, body: '' })
    }
  }
}

function notMade(
  { interaction }: ProviderState,
  fact: string,
  nextStep = 'Check that the service accepts this request.',
): UnderstudyError {
  return new UnderstudyError(
    'PROVIDER_UNREACHABLE',
    `Failed to set up the state of "${interaction}": ${fact.replace(/\.$/, '')}. ${nextStep}`,
  )
}

/** A handler of a provider state, as the `Verifier` of `@pact-foundation/pact` takes it. */
export interface StateHandler {
  setup(parameters?: unknown): Promise<Record<string, string | number>>
  teardown(): Promise<void>
}

/**
 * The `stateHandlers` of `@pact-foundation/pact`'s `Verifier` for a Pact file of this package: they make the requests
 * of each state at the provider, and remove the posts afterwards; what cannot be removed is a warning on the console. Ids
 * are exact.
 *
 * @param options the base address of the provider, and the headers of every request.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, each at the first state
 * @example
 * new Verifier({ providerBaseUrl: url, pactUrls, stateHandlers: providerStates({ url }) })
 */
export function providerStates(options: ProviderStatesOptions): Record<typeof stateName, StateHandler> {
  const states = new ProviderStates(options)
  return {
    [stateName]: {
      async setup(parameters) {
        const values = await states.setUp(stateName, parameters)
        // pact-js writes the values with JSON.stringify.
        const exact = Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'bigint' ? rawJSON(`${value}`) : value,
        ])
        return Object.fromEntries(exact)
      },
      teardown: () => states.tearDown(),
    },
  }
}
