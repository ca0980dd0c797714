import { stringifyJson } from '../../../handlers/model/json.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import type { ContractKind } from '../interaction.ts'
import type { InteractionQueue } from './interaction-queue.ts'

export interface StateReply {
  readonly status: number
  readonly body: string
}

/**
 * Answers Pact's calls around an interaction: `{ action: 'setup' | 'teardown', state, params: { interaction } }`.
 * A set-up that fails is 422, after which Pact sends no request; 5xx would be tried again for two minutes. A teardown is
 * always 200: anything else takes the place of the mismatches that Pact found.
 */
export async function answerStateCall(
  queue: InteractionQueue,
  contract: ContractKind,
  text: string,
): Promise<StateReply> {
  const call = readBody(text)
  const parameters = isObject(call) && isObject(call.params) ? call.params : {}
  const interactionRun = queue.find(contract, parameters.interaction)
  if (!isObject(call) || !interactionRun)
    return failed(`no interaction of the ${contract} contract is named by ${text}`)
  if (call.action === 'teardown') {
    await queue.end(interactionRun)
    return { status: 200, body: '{}' }
  }
  await queue.begin(interactionRun)
  if (interactionRun.setUpFailure !== undefined) return failed(interactionRun.setUpFailure)
  return { status: 200, body: stringifyJson(interactionRun.values) }
}

function failed(error: string): StateReply {
  return { status: 422, body: stringifyJson({ error }) }
}
