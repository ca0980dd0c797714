import { textTypeOf } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { bodyComponents } from './body-schemas.ts'
import { type Content, type Headers, marks, type Response, type Schema } from './document.ts'
import type { HeaderName, Outcome, OutcomeBody, OutcomeHeaders } from './outcome.ts'

/** The responses of an operation by status. */
export function responsesOf(outcomes: readonly Outcome[], profile: Profile): Record<string, Response> {
  const byStatus = Map.groupBy(outcomes, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, alternatives]) => [String(status), response(alternatives, profile)]),
  )
}

function response(outcomes: readonly Outcome[], profile: Profile): Response {
  const clauses = outcomes.flatMap(({ clauses }) => clauses ?? [])
  const choices = outcomes.flatMap(({ choices }) => choices ?? [])
  const headers = headersOf(outcomes, profile)
  const bodies = outcomes.map(({ body }) => contentOf(body, profile))
  const content = anyOf(bodies.filter((body) => body !== undefined))
  return {
    description: describe(outcomes),
    ...marks(clauses, choices),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
    ...(content && bodies.includes(undefined) && { 'x-optional-body': true }),
  }
}

/** Merges the contents of a reply. */
function anyOf(contents: readonly Content[]): Content | undefined {
  if (contents.length === 0) return undefined
  const byType = Map.groupBy(contents.flatMap(Object.entries), ([mediaType]) => mediaType)
  return Object.fromEntries(
    [...byType].map(([mediaType, alike]) => {
      const distinct = new Map(alike.map(([, content]) => [JSON.stringify(content.schema), content]))
      const [only, ...others] = [...distinct.values()]
      const schemas = [...distinct.values()].map(({ schema }) => schema)
      return [mediaType, others.length === 0 ? only : { ...only, schema: { anyOf: schemas } }]
    }),
  )
}

function describe(outcomes: readonly Outcome[]): string {
  const [only, ...others] = outcomes.map(({ meaning, clauses = [], choices = [] }) => {
    const ids = [...clauses, ...choices].map((id) => `\`${id}\``)
    return ids.length === 0 ? meaning : `${meaning} (${ids.join(', ')})`
  })
  return others.length === 0 ? String(only) : [only, ...others].map((line) => `- ${line}`).join('\n')
}

function contentOf(body: OutcomeBody, profile: Profile): Content | undefined {
  const isNamed = body !== 'none' && body !== 'post' && body !== 'posts'
  const textType = isNamed ? textTypeOf(profile[body]) : undefined
  if (textType !== undefined) return { [textType]: { schema: { type: 'string' } } }
  const schema = bodySchema(body, profile)
  if (!schema) return undefined
  return { 'application/json': { schema } }
}

function bodySchema(body: OutcomeBody, profile: Profile): Schema | undefined {
  if (body === 'posts') return { type: 'array', items: reference('Post') }
  if (body === 'post') return reference('Post')
  if (body === 'none' || profile[body] === 'none') return undefined
  return reference(profile[body] === 'post' ? 'Post' : bodyComponents[body].id)
}

function headersOf(outcomes: readonly Outcome[], profile: Profile): Headers {
  const settled: OutcomeHeaders = Object.assign({}, ...outcomes.map(({ headers }) => headers))
  const names = Object.keys(settled) as HeaderName[]
  return Object.fromEntries(
    names.map((name) => {
      const choice = settled[name] as ChoiceId
      const isAlways = outcomes.every(({ headers }) => headers?.[name] !== undefined)
      // The last page has no Link.
      const required = isAlways && name !== 'Link'
      const { description, format } = name === 'Location' ? location(choice, profile) : others[name]
      const schema = { type: 'string', ...defined({ format }) }
      return [name, { description, required, schema, ...marks([], [choice]) }]
    }),
  )
}

interface HeaderText {
  readonly description: string
  readonly format?: string
}

function location(choice: ChoiceId, profile: Profile): HeaderText {
  const answer = profile[choice]
  const isAbsolute = answer === 'absolute'
  const subject =
    answer === 'list' || choice === 'delete.status'
      ? 'list'
      : choice === 'replace.status'
        ? 'post'
        : 'new post'
  return {
    description: `The ${isAbsolute ? 'URL' : 'path'} of the ${subject}.`,
    format: isAbsolute ? 'uri' : 'uri-reference',
  }
}

const others: Record<Exclude<HeaderName, 'Location'>, HeaderText> = {
  Allow: { description: 'The methods of the path, separated by commas (RFC 9110, section 10.2.1).' },
  Link: { description: 'The next page, with rel="next" (RFC 8288); missing on the last page.' },
  'Retry-After': { description: 'The seconds to wait before the next request.' },
  'WWW-Authenticate': { description: 'The necessary credentials (RFC 9110, section 11.6.1).' },
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}
