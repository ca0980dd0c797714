import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsumerInteraction } from '@pact-foundation/pact-core'
import { stringifyJson } from '../../handlers/model/json.ts'
import { fillFields, fillRequest } from './derive.ts'
import type { Contract, ExpectedStatus, Interaction } from './interaction.ts'
import { type Expected, fromState, pathFromState } from './matchers.ts'
import { outsidePact } from './outside-pact.ts'

const version4 = 5

/** 303 leads to the result: a success too. */
const successes = ['success', [303]]
const accepted = {
  success: successes,
  successOrRefusal: [...successes, 'clientError'],
  any: ['success', 'redirect', 'clientError', 'serverError'],
}

/** The provider state of an interaction that needs none: a state server is told by a state for which interaction it works. */
const anyState = 'whatever posts exist'

export function pactFileName({ consumer, provider, kind }: Contract): string {
  return `${consumer}-${provider}.${kind}.pact.json`
}

/** The interactions of a contract that a Pact file can hold; see {@link outsidePact}. */
export function pactInteractions({ interactions }: Contract): readonly Interaction[] {
  return interactions.filter(({ request }) => outsidePact(request) === undefined)
}

/**
 * Writes a contract as a Pact V4 file, through Pact's own core.
 *
 * @returns the file's text; equal contracts give equal texts.
 * @example
 * await writeFile(pactFileName(contract), await pactFileText(contract))
 */
export async function pactFileText(contract: Contract): Promise<string> {
  const { consumer, provider, kind } = contract
  const { makeConsumerPact } = loadPactCore()
  const pact = makeConsumerPact(consumer, provider, version4, 'error')
  const interactions = pactInteractions(contract)
  for (const interaction of interactions)
    describe(pact.newInteraction(descriptionOf(interaction)), interaction)
  pact.addMetadata('posts-understudy', 'contract', kind)
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  try {
    pact.writePactFile(folder, false)
    const text = await readFile(join(folder, `${consumer}-${provider}.json`), 'utf8')
    assertComplete(text, interactions)
    return `${text.trimEnd()}\n`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pact overwrites an interaction by another of the same description, without a word: the key makes it unique. */
function descriptionOf({ key, description }: Interaction): string {
  return `${key}: a request to ${description}`
}

function describe(pact: ConsumerInteraction, interaction: Interaction): void {
  const { key, states, response, clauses, choices } = interaction
  pact.setKey(key)
  const parameters = JSON.stringify({ interaction: key })
  for (const state of states.length > 0 ? states : [anyState]) pact.givenWithParams(state, parameters)
  if (clauses.length > 0) pact.setComment('clauses', JSON.stringify(clauses))
  if (choices.length > 0) pact.setComment('choices', JSON.stringify(choices))
  describeRequest(pact, interaction)
  describeStatus(pact, response.status)
  for (const [name, value] of Object.entries(response.headers)) {
    pact.withResponseHeader(name, 0, JSON.stringify(value))
  }
  if (response.body === 'none') pact.withResponseBody('', 'application/json')
  else if (response.body !== 'any') {
    pact.withResponseBody(stringifyJson(response.body.like), 'application/json')
  }
}

function describeRequest(pact: ConsumerInteraction, { request, values }: Interaction): void {
  const { method, path, headers, body } = fillRequest({ request }, values)
  const [plainPath = '', query] = path.split('?')
  const isFixed = request.path === path
  const [template = ''] = request.path.split('?')
  pact.withRequest(method, isFixed ? plainPath : JSON.stringify(pathFromState(template, plainPath)))
  for (const [name, value] of new URLSearchParams(query)) pact.withQuery(name, 0, value)
  for (const [name, value] of Object.entries(request.headers ?? {})) pact.withRequestHeader(name, 0, value)
  const mediaType = headers['content-type']
  if (body === undefined || mediaType === undefined) return
  pact.withRequestHeader('Content-Type', 0, mediaType)
  pact.withRequestBody(
    typeof request.body === 'object'
      ? stringifyJson(withGenerators(request.body, fillFields(request.body, values)))
      : body,
    mediaType,
  )
}

/** A field that a state gives becomes a matcher with a generator; the others stay as they are. */
function withGenerators(
  template: Readonly<Record<string, unknown>>,
  filled: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(template).map(([name, value]) => {
    const example = filled[name] as Expected & string
    return [name, value === filled[name] ? value : fromState(String(value), example)]
  })
  return Object.fromEntries(entries)
}

/** Any of several kinds of status can only be said as a rule: Pact's matchers know one kind each. */
function describeStatus(pact: ConsumerInteraction, status: ExpectedStatus): void {
  if ('exactly' in status) {
    pact.withStatus(status.exactly)
    return
  }
  const [[kind, example] = ['any', 200] as const] = Object.entries(status) as [
    keyof typeof accepted,
    number,
  ][]
  const matchers = accepted[kind].map((each) => ({ match: 'statusCode', status: each }))
  pact.withStatus(example)
  pact.withResponseMatchingRules(JSON.stringify({ status: { $: { combine: 'OR', matchers } } }))
}

function assertComplete(text: string, interactions: readonly Interaction[]): void {
  const { interactions: written } = JSON.parse(text) as { interactions: { key: string }[] }
  const keys = new Set(written.map(({ key }) => key))
  const lost = interactions.filter(({ key }) => !keys.has(key))
  if (lost.length === 0 && written.length === interactions.length) return
  throw new RangeError(
    `Failed to write a Pact file: it holds ${written.length} interactions of ${interactions.length}.`,
  )
}

type PactCore = typeof import('@pact-foundation/pact-core')

const require = createRequire(import.meta.url)

/**
 * Loads Pact's core, once it is needed: it brings a native library. It reads LOG_LEVEL while it loads, prints from then
 * on what that asks for, and breaks where the word is none of its own; the variable is somebody else's.
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
