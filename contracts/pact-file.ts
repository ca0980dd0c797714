import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeConsumerPact } from '@pact-foundation/pact-core'
import { stringifyJson } from '../src/json.ts'
import { fillFields, fillRequest } from './derive.ts'
import type { Contract, ExpectedStatus, Interaction } from './interaction.ts'
import { type Expected, fromState } from './matchers.ts'

type PactInteraction = ReturnType<ReturnType<typeof makeConsumerPact>['newInteraction']>

const version4 = 5

/** The name of the file that holds a contract. */
export function pactFileName({ consumer, provider, kind }: Contract): string {
  return `${consumer}-${provider}.${kind}.pact.json`
}

/**
 * Writes a contract as a Pact V4 file, through Pact's own core.
 *
 * @returns the file's text; equal contracts give equal texts.
 * @example
 * await writeFile(pactFileName(contract), await pactFileText(contract))
 */
export async function pactFileText(contract: Contract): Promise<string> {
  const { consumer, provider, kind, interactions } = contract
  const pact = makeConsumerPact(consumer, provider, version4, 'error')
  for (const interaction of interactions) describe(pact.newInteraction(`${interaction.key}: a request to ${interaction.description}`), interaction)
  pact.addMetadata('posts-understudy', 'contract', kind)
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  try {
    pact.writePactFile(folder, false)
    return await readFile(join(folder, `${consumer}-${provider}.json`), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function describe(pact: PactInteraction, interaction: Interaction): void {
  const { key, states, response, clauses, choices } = interaction
  pact.setKey(key)
  // Each state carries the key: a state server is not told otherwise for which interaction it works.
  for (const state of states) pact.givenWithParams(state, JSON.stringify({ interaction: key }))
  if (clauses.length > 0) pact.setComment('clauses', JSON.stringify(clauses))
  if (choices.length > 0) pact.setComment('choices', JSON.stringify(choices))
  describeRequest(pact, interaction)
  // pact-core types the status as a number, and passes on what it is given as JSON: a matcher works.
  pact.withStatus(statusMatcher(response.status) as number)
  for (const [name, value] of Object.entries(response.headers)) pact.withResponseHeader(name, 0, JSON.stringify(value))
  if (response.body === 'none') pact.withResponseBody('', 'application/json')
  else if (response.body !== 'any') pact.withResponseBody(stringifyJson(response.body.like), 'application/json')
}

function describeRequest(pact: PactInteraction, { request, values }: Interaction): void {
  const { method, path, headers, body } = fillRequest({ request }, values)
  const [plainPath = '', query] = path.split('?')
  const isFixed = request.path === path
  pact.withRequest(method, isFixed ? plainPath : JSON.stringify(fromState(request.path, plainPath)))
  for (const [name, value] of new URLSearchParams(query)) pact.withQuery(name, 0, value)
  const mediaType = headers['content-type']
  if (body === undefined) return
  if (mediaType !== undefined) pact.withRequestHeader('Content-Type', 0, mediaType)
  const asJson = typeof request.body === 'object' ? stringifyJson(withGenerators(request.body, fillFields(request.body, values))) : body
  pact.withRequestBody(asJson, mediaType ?? 'text/plain')
}

/** A field that a state gives becomes a matcher with a generator; the others stay as they are. */
function withGenerators(template: Readonly<Record<string, unknown>>, filled: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(template).map(([name, value]) => {
    const example = filled[name] as Expected & string
    return [name, value === filled[name] ? value : fromState(String(value), example)]
  })
  return Object.fromEntries(entries)
}

function statusMatcher(status: ExpectedStatus): unknown {
  if ('exactly' in status) return status.exactly
  if ('success' in status) return { 'pact:matcher:type': 'statusCode', status: 'nonError', value: status.success }
  return { 'pact:matcher:type': 'statusCode', status: status.oneOf, value: status.oneOf[0] }
}
