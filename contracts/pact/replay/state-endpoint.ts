import { stringifyJson } from '../../../handlers/model/json.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import type { ContractKind } from '../interaction.ts'
import type { Performance } from './performance.ts'

/** A status and a JSON text. */
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
  performance: Performance,
  contract: ContractKind,
  text: string,
): Promise<StateReply> {
  const call = readBody(text)
  const parameters = isObject(call) && isObject(call.params) ? call.params : {}
  const act = performance.find(contract, parameters.interaction)
  if (!isObject(call) || !act) return failed(`no interaction of the ${contract} contract is named by ${text}`)
  if (call.action === 'teardown') {
    await performance.end(act)
    return { status: 200, body: '{}' }
  }
  await performance.begin(act)
  if (act.setUpFailure !== undefined) return failed(act.setUpFailure)
  return { status: 200, body: stringifyJson(act.values) }
}

function failed(error: string): StateReply {
  return { status: 422, body: stringifyJson({ error }) }
}
