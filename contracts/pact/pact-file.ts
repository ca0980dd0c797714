import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsumerInteraction } from '@pact-foundation/pact-core'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type ProviderState, stateName } from '../scenarios/provider-state.ts'
import { fill, fillRequest } from '../scenarios/scenario.ts'
import type { Contract, Interaction } from './contract.ts'
import type { Expected, ExpectedResponse } from './expected.ts'

const version4 = 5

/** 303 is a success too: it leads to the result. */
const successes = ['success', [303]]
const accepted = {
  success: successes,
  refusal: ['clientError'],
  'success-or-refusal': [...successes, 'clientError'],
}

/** The media type of a JSON reply, with any parameters, in any case: a Rust regular expression, and the example. */
const jsonMediaType: Expected = {
  'pact:matcher:type': 'regex',
  regex: '(?i)^application/json(?:\\s*;.*)?$',
  value: 'application/json',
}

export function pactFileName({ consumer, provider }: Contract): string {
  return `${consumer}-${provider}.pact.json`
}

/**
 * Writes a contract as a Pact V4 file, through Pact's own core.
 * @returns the text of the file; it is deterministic.
 * @example
 * await writeFile(pactFileName(contract), await pactFileText(contract))
 */
export async function pactFileText(contract: Contract): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  try {
    const text = await readFile(writePactFile(contract, folder), 'utf8')
    return `${text.trimEnd()}\n`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the Pact file of a contract into a folder. @returns its path. */
export function writePactFile(contract: Contract, folder: string): string {
  const { consumer, provider } = contract
  const pact = loadPactCore().makeConsumerPact(consumer, provider, version4, 'error')
  for (const interaction of contract.interactions) {
    const { key, description } = interaction
    // Pact silently overwrites an interaction with the same description: the key makes it unique.
    describe(pact.newInteraction(`${key}: a request to ${description}`), interaction)
  }
  pact.writePactFile(folder, false)
  return join(folder, `${consumer}-${provider}.json`)
}

function describe(pact: ConsumerInteraction, interaction: Interaction): void {
  const { key, response, clauses } = interaction
  pact.setKey(key)
  pact.givenWithParams(stateName, stringifyJson(stateOf(interaction)))
  pact.setComment('clauses', JSON.stringify(clauses))
  describeRequest(pact, interaction)
  describeStatus(pact, response)
  if (response.location !== undefined) {
    const { location: regex } = response
    const matcher = { 'pact:matcher:type': 'regex', regex, value: '/v1/posts/1' }
    pact.withResponseHeader('Location', 0, JSON.stringify(matcher))
  }
  if (response.like === undefined) return
  if (response.like === '') {
    pact.withResponseBody('', 'application/json')
    return
  }
  pact.withResponseHeader('Content-Type', 0, JSON.stringify(jsonMediaType))
  pact.withResponseBody(stringifyJson(response.like), 'application/json')
}

function stateOf({ key, operation, after, of = 0, request, values }: Interaction): ProviderState {
  const { title = '' } = values
  return {
    ...{ interaction: key, operation, title, requests: [...fill(after, values)] },
    ...(request.path.includes('${id}') && { post: of }),
    ...(typeof request.body === 'object' && { body: fill(request.body, values) }),
  }
}

/** The id in the path of an example: a verifier may send it where it could not set up the state. */
const neverUsed = Number.MAX_SAFE_INTEGER

function describeRequest(pact: ConsumerInteraction, { request, values }: Interaction): void {
  const { method, path, headers } = fillRequest({ request }, { ...values, id: neverUsed })
  const isFixed = request.path === path
  const anyId = { 'pact:matcher:type': 'regex', regex: `^${request.path.replaceAll('${id}', '-?\\d+')}$` }
  pact.withRequest(method, isFixed ? path : stringifyJson(fromState(request.path, anyId, path)))
  const mediaType = headers['content-type']
  const { body } = request
  if (typeof body !== 'object' || mediaType === undefined) return
  pact.withRequestHeader('Content-Type', 0, mediaType)
  const fields = Object.entries(fill(body, values)).map(([name, value]) => {
    const { [name]: template } = body
    return [
      name,
      value === template ? value : fromState(String(template), { 'pact:matcher:type': 'type' }, value),
    ]
  })
  pact.withRequestBody(stringifyJson(Object.fromEntries(fields)), mediaType)
}

/** A value of a provider state, and the example. A consumer may send any that matches. */
function fromState(expression: string, matcher: object, value: unknown): Expected {
  return { ...matcher, value, 'pact:generator:type': 'ProviderState', expression }
}

/** Several kinds of status need a rule: each matcher of Pact has one kind. */
function describeStatus(pact: ConsumerInteraction, { status, permits }: ExpectedResponse): void {
  pact.withStatus(status)
  if (permits === undefined) return
  const matchers = accepted[permits].map((kind) => ({ match: 'statusCode', status: kind }))
  pact.withResponseMatchingRules(JSON.stringify({ status: { $: { combine: 'OR', matchers } } }))
}

type PactCore = typeof import('@pact-foundation/pact-core')

const require = createRequire(import.meta.url)

/**
 * Loads Pact's core and its native library on first use, without LOG_LEVEL: it would print logs, or fail for a level
 * that it does not know.
 */
function loadPactCore(): PactCore {
  const level = process.env.LOG_LEVEL
  delete process.env.LOG_LEVEL
  try {
    return require('@pact-foundation/pact-core') as PactCore
  } finally {
    if (level !== undefined) process.env.LOG_LEVEL = level
  }
}
