import { neededCredentials } from '../../handlers/choices/answers.ts'
import { isBodiless, needsNoPost } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { createdWith } from '../../handlers/operations/replace.ts'
import { inputOutcomes } from './input-outcomes.ts'
import type { BodyChoice, Outcome, OutcomeBody, OutcomeHeaders } from './outcome.ts'

/**
 * Every possible reply of an operation under a profile, successes first, without faults and strict mode.
 */
export function outcomesOf(operation: OperationName, profile: Profile): Outcome[] {
  const hasId = operation === 'read' || operation === 'replace' || operation === 'delete'
  const hasBody = operation === 'create' || operation === 'replace'
  return [
    ...ownOutcomes[operation](profile),
    ...(hasId ? [malformedId(profile)] : []),
    ...(hasBody ? inputOutcomes(operation, profile) : []),
    ...turnedAway(operation, profile),
    ...tooSlow(profile),
  ]
}

/** The successes of each operation, and the replies where there is no post. */
const ownOutcomes: Record<OperationName, (profile: Profile) => Outcome[]> = {
  list: listed,
  read: () => [
    { status: 200, meaning: 'The post.', body: 'post', clauses: ['read.ok'] },
    { status: 404, meaning: 'No post has the id.', body: 'error.body', clauses: ['read.missing'] },
  ],
  create: (profile) => [created(profile)],
  replace: replaced,
  delete: deleted,
}

/**
 * The replies to requests without credentials, and over the rate limit.
 * @param operation undefined for another request.
 */
export function turnedAway(operation: OperationName | undefined, profile: Profile): Outcome[] {
  const outcomes: Outcome[] = []
  const needed = neededCredentials(profile['access.credentials'])
  if (needed && isGuarded(operation, profile))
    outcomes.push({
      status: needed.status,
      meaning: 'The request has no valid credentials.',
      body: 'error.body',
      headers: needed.status === 401 ? { 'WWW-Authenticate': 'access.credentials' } : {},
      choices: ['access.credentials'],
    })
  const limit = profile['limit.requests']
  if (limit !== 'none')
    outcomes.push({
      status: 429,
      meaning: `There were more than ${limit.requests} requests in ${limit.seconds} seconds.`,
      body: 'error.body',
      headers: { 'Retry-After': 'limit.requests' },
      choices: ['limit.requests'],
    })
  return outcomes
}

export function isGuarded(operation: OperationName | undefined, profile: Profile): boolean {
  const isRead = operation === 'list' || operation === 'read'
  const needed = neededCredentials(profile['access.credentials'])
  return needed !== undefined && !(isRead && needed.guards === 'writes')
}

function tooSlow(profile: Profile): Outcome[] {
  const limit = profile['limit.time']
  if (limit === 'none') return []
  const meaning = `The request took more than ${limit} milliseconds.`
  return [{ status: 504, meaning, body: 'error.body', choices: ['limit.time'] }]
}

export function otherMethod(profile: Profile): Outcome {
  const status = profile['method.other']
  return {
    status,
    meaning: 'The path does not have the method.',
    body: 'error.body',
    headers: status === 405 ? { Allow: 'method.other' } : {},
    choices: ['method.other'],
  }
}

export const otherPath: Outcome = { status: 404, meaning: 'The path is unknown.', body: 'error.body' }

function listed(profile: Profile): Outcome[] {
  const isPaged = profile['list.page-size'] !== 'none'
  return [
    {
      status: 200,
      meaning: isPaged ? 'A page of the posts.' : 'All posts.',
      body: 'posts',
      headers: isPaged ? { Link: 'list.page-size' } : {},
      clauses: ['list.ok', 'list.all'],
    },
  ]
}

function created(profile: Profile): Outcome {
  return {
    ...written(profile['create.status'], 'create.body', profile),
    meaning: 'The post was created.',
    headers:
      profile['create.location'] === 'no'
        ? seeOther('create.status', profile)
        : { Location: 'create.location' },
    choices: ['create.status', 'create.body'],
  }
}

function replaced(profile: Profile): Outcome[] {
  const missing = profile['replace.missing']
  const success: Outcome = {
    ...written(profile['replace.status'], 'replace.body', profile),
    meaning: 'The post was replaced.',
    headers: seeOther('replace.status', profile),
    choices: ['replace.status', 'replace.body'],
  }
  if (typeof missing === 'number') {
    const choices = ['replace.missing'] as const
    return [success, { status: missing, meaning: 'No post has the id.', body: 'error.body', choices }]
  }
  const creation: Outcome = {
    ...written(createdWith(missing), 'replace.body', profile),
    meaning: 'No post had the id; a post was created with it.',
    choices: ['replace.missing', 'replace.body'],
  }
  return [success, creation]
}

function deleted(profile: Profile): Outcome[] {
  const missing = profile['delete.missing']
  const done = needsNoPost(profile['delete.body']) ? written(missing, 'delete.body', profile).body : 'none'
  const body = missing >= 400 ? 'error.body' : done
  return [
    {
      ...written(profile['delete.status'], 'delete.body', profile),
      meaning: 'The post was deleted.',
      headers: seeOther('delete.status', profile),
      choices: ['delete.status', 'delete.body'],
    },
    {
      status: missing,
      meaning: body === 'none' ? 'No post has the id; there is no body.' : 'No post has the id.',
      body,
      choices: ['delete.missing'],
    },
  ]
}

/** A 303 has a Location. */
function seeOther(
  choice: 'create.status' | 'replace.status' | 'delete.status',
  profile: Profile,
): OutcomeHeaders {
  return profile[choice] === 303 ? { Location: choice } : {}
}

/** Some statuses never have a body (RFC 9110, section 15.3.5). */
function written(
  status: number,
  choice: BodyChoice,
  profile: Profile,
): { status: number; body: OutcomeBody } {
  return { status, body: isBodiless(status) || profile[choice] === 'none' ? 'none' : choice }
}

function malformedId(profile: Profile): Outcome {
  return {
    status: profile['id.malformed'],
    meaning: 'The id in the path is not an int64.',
    body: 'error.body',
    choices: ['id.malformed'],
  }
}
