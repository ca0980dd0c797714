import { isBodiless, isRefused, needsNoPost } from '../../handlers/choices/kinds.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { createdWith } from '../../handlers/operations/replace.ts'
import { inputOutcomes, withBody } from './input-outcomes.ts'
import type { BodyChoice, Outcome, OutcomeBody, OutcomeHeaders } from './outcome.ts'

/**
 * Every possible reply of an operation under a profile, successes first, without faults and strict mode.
 */
export function outcomesOf(operation: OperationName, profile: Profile): Outcome[] {
  return [
    ...ownOutcomes(operation, profile),
    ...notAcceptable(profile),
    ...turnedAway(operation, profile),
    ...tooSlow(profile),
  ]
}

function ownOutcomes(operation: OperationName, profile: Profile): Outcome[] {
  switch (operation) {
    case 'list':
      return [
        {
          status: 200,
          meaning: profile['list.page-size'] === 'none' ? 'All posts.' : 'A page of the posts.',
          body: 'posts',
          headers: profile['list.page-size'] === 'none' ? {} : { Link: 'list.page-size' },
          clauses: ['list.ok', 'list.all'],
        },
        ...refusedIf(profile['list.query'], 'The request has query parameters.', 'list.query'),
        ...unexpectedBody(profile),
      ]
    case 'read':
      return [
        { status: 200, meaning: 'The post.', body: 'post', clauses: ['read.ok'] },
        { status: 404, meaning: 'No post has the id.', body: 'error.body', clauses: ['read.missing'] },
        ...malformedId(profile),
        ...unexpectedBody(profile),
        ...queryElsewhere(profile),
      ]
    case 'create':
      return [
        created(profile),
        ...queryElsewhere(profile),
        ...inputOutcomes('create', profile),
        ...idTaken(profile),
      ]
    case 'replace':
      return [
        ...replaced(profile),
        ...malformedId(profile),
        ...queryElsewhere(profile),
        ...inputOutcomes('replace', profile),
      ]
    case 'delete':
      return [
        ...deleted(profile),
        ...malformedId(profile),
        ...unexpectedBody(profile),
        ...queryElsewhere(profile),
      ]
  }
}

/**
 * The replies to requests without credentials, and over the rate limit.
 * @param operation undefined for another request.
 */
export function turnedAway(operation: OperationName | undefined, profile: Profile): Outcome[] {
  const outcomes: Outcome[] = []
  if (isGuarded(operation, profile)) {
    const status = profile['access.status']
    outcomes.push({
      status,
      meaning: 'The request has no valid credentials.',
      body: 'error.body',
      headers: status === 401 ? { 'WWW-Authenticate': 'access.status' } : {},
      choices: ['access.credentials', 'access.guarded', 'access.status'],
    })
  }
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
  return profile['access.credentials'] !== 'none' && !(isRead && profile['access.guarded'] === 'writes')
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

export function otherPath(profile: Profile): Outcome {
  const status = profile['path.unknown']
  const outcome = { status, meaning: 'The path is unknown.', choices: ['path.unknown'] } as const
  return withBody({ ...outcome, body: 'error.body' }, 'path.unknown-body', profile)
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

function idTaken(profile: Profile): Outcome[] {
  if (profile['input.client-id'] !== 'honoured') return []
  const status = profile['input.client-id-taken']
  const choices = ['input.client-id', 'input.client-id-taken'] as const
  const meaning = 'Another post has the id in the body.'
  return [withBody({ status, meaning, body: 'error.body', choices }, 'input.invalid-body', profile)]
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
    headers: profile['replace.location'] === 'no' ? {} : { Location: 'replace.location' },
    choices: ['replace.missing', 'replace.body'],
  }
  if (profile['id.out-of-range'] === 'malformed') return [success, creation]
  const impossible: Outcome = {
    status: 404,
    meaning: 'No post has the id, and none can be created with it, because it is not an int64.',
    body: 'error.body',
    choices: ['replace.missing', 'id.out-of-range'],
  }
  return [success, creation, impossible]
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

function malformedId(profile: Profile): Outcome[] {
  const strict = profile['id.out-of-range'] === 'malformed'
  return [
    {
      status: profile['id.malformed'],
      meaning: strict ? 'The id in the path is not an int64.' : 'The id in the path is not an integer.',
      body: 'error.body',
      choices: strict ? ['id.malformed', 'id.out-of-range'] : ['id.malformed'],
    },
  ]
}

function unexpectedBody(profile: Profile): Outcome[] {
  return refusedIf(profile['input.unexpected'], 'The request has a body.', 'input.unexpected')
}

function notAcceptable(profile: Profile): Outcome[] {
  const meaning = 'The Accept header excludes application/json.'
  return refusedIf(profile['wire.accept'], meaning, 'wire.accept')
}

function queryElsewhere(profile: Profile): Outcome[] {
  return refusedIf(profile['input.query'], 'The request has query parameters.', 'input.query')
}

function refusedIf(answer: string | number, meaning: string, choice: ChoiceId): Outcome[] {
  if (!isRefused(answer)) return []
  const status = typeof answer === 'number' ? answer : 400
  return [{ status, meaning, body: 'error.body', choices: [choice] }]
}
