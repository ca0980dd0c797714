import * as v from 'valibot'
import { operationNames } from '../../handlers/endpoints.ts'
import { eachField } from '../../handlers/fields.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'

/** The provider state of every interaction in a Pact: its parameters say the requests before it. */
export const stateName = 'these requests were made'

const texts = v.object(eachField(() => v.string()))
const sent = { texts, otherwise: v.exactOptional(texts) }
const post = v.pipe(v.number(), v.integer(), v.minValue(0))

const beforeSchema = v.variant('operation', [
  v.object({ operation: v.literal('create'), ...sent }),
  v.object({ operation: v.literal('replace'), post, ...sent }),
  v.object({ operation: v.picklist(['read', 'delete']), post }),
  v.object({ operation: v.literal('list') }),
])

/**
 * A request before the observed one. A post is told by its number: 0 is the first that they create. Where a service
 * refuses the `texts`, `otherwise` is sent; by default it must accept them.
 */
export type Before = v.InferOutput<typeof beforeSchema>

/** The parameters of the state. */
const stateSchema = v.object({
  /** The key of the interaction. */
  interaction: v.string(),
  /** A part of every title. Where the state has a value `title`, its posts and those of the request have that instead. */
  title: v.pipe(v.string(), v.minLength(1)),
  /** In their order. */
  requests: v.array(beforeSchema),
  /** The post whose id is the value `id`; where the requests do not create it, an id that no post has. */
  post: v.exactOptional(post),
  /** The request itself: what it does, and its body. */
  operation: v.picklist([...operationNames, 'beside']),
  body: v.exactOptional(v.record(v.string(), v.unknown())),
})

export type ProviderState = v.InferOutput<typeof stateSchema>

/** Reads the parameters of a state; undefined where they are those of another one. */
export function readState(parameters: unknown): ProviderState | undefined {
  const { success, output } = v.safeParse(stateSchema, parameters)
  return success ? output : undefined
}

/** A state with another title. */
export function withTitle(state: ProviderState, title: string): ProviderState {
  return parseJson(stringifyJson(state).replaceAll(state.title, title)) as unknown as ProviderState
}
