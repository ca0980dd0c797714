import type { Finding } from '../../../contracts/judge/finding.ts'
import { type ClauseId, clauseIds } from '../../../contracts/scenarios/clauses.ts'
import type { Exchange } from '../../../contracts/scenarios/exchange.ts'
import type { ChoiceResult, ClauseResult, VerifyResult } from '../../../contracts/verify/result.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../../handlers/choices.ts'

const url = 'http://127.0.0.1/v1'

/** The result of a run in which all held, and what is different about this one. */
export function verifyResult(given: Partial<VerifyResult> = {}): VerifyResult {
  return {
    url,
    command: `npx posts-understudy verify ${url}`,
    verdict: 'held',
    exitCode: 0,
    mode: { profile: 'default', readOnly: false, without: [], accepted: [] },
    clauses: clauseIds.map(heldClause),
    choices: choicesWith({}),
    operations: [],
    leftovers: [],
    notes: [],
    requests: 2,
    duration: 1234,
    timeline: [
      { from: 0, to: 50, requests: 1, refused: 0, failed: 0, slowest: 12 },
      { from: 50, to: 100, requests: 3, refused: 1, failed: 1, slowest: 31 },
    ],
    ...given,
  }
}

/** A run in which one clause is broken. @param finding what the finding has of its own. */
export function brokenResult(clause: ClauseId, finding: Partial<Finding> = {}): VerifyResult {
  return verifyResult({
    verdict: 'broken',
    exitCode: 1,
    clauses: clauseIds.map((each) =>
      each === clause
        ? { clause, verdict: 'broken', observations: 3, findings: [findingOf(clause, finding)] }
        : heldClause(each),
    ),
  })
}

/** A run in which a provider answers some choices otherwise than the default profile. */
export function differingResult(answers: Partial<Record<ChoiceId, unknown>>): VerifyResult {
  return verifyResult({ verdict: 'differs', exitCode: 1, choices: choicesWith(answers) })
}

/** A finding of one post that is not listed. */
export function findingOf(clause: ClauseId, given: Partial<Finding> = {}): Finding {
  return {
    clause,
    shownBy: 'create/plain',
    about: 'post 8 is not in the list',
    expected: '{"id":8,"title":"Hello","content":"World"}',
    actual: 'not listed',
    exchanges: [
      exchange(
        'POST /posts',
        201,
        '{"id":8,"title":"Hello","content":"World"}',
        '{"title":"Hello","content":"World"}',
      ),
      exchange('GET /posts', 200, '[{"id":7,"title":"Other","content":"Text"}]'),
    ],
    replay: `npx posts-understudy verify ${url} --only create/plain`,
    repeat: `curl -i -X POST ${url}/posts -H 'content-type: application/json' --data-raw '{"title":"Hello","content":"World"}'`,
    ...given,
  }
}

const moments = [
  ['PUT', 'done', 0, 3.5, 1],
  ['GET', 'new', 1.5, 3, 2],
  ['GET', 'old', 3.25, 4, 'nowhere'],
] as const

/** A read that shows a post as it was before a replace that another read has shown. */
export const stale: Pick<Finding, 'exchanges'> = {
  exchanges: moments.map(([method, body, call, end, place]) => ({
    request: { method, path: '/posts/8', headers: {} },
    reply: { status: 200, headers: {}, body, at: { call, return: end } },
    place,
  })),
}

/** A request such as `GET /posts`, and its reply. */
export function exchange(line: string, status: number, body = '', sent?: string): Exchange {
  const [method = '', path = ''] = line.split(' ')
  const json = { 'content-type': 'application/json' }
  return {
    request: { method, path, headers: sent === undefined ? {} : json, body: sent },
    reply: { status, headers: json, body },
  }
}

function heldClause(clause: ClauseId): ClauseResult {
  return { clause, verdict: 'held', observations: 3, findings: [] }
}

function choicesWith(answers: Partial<Record<ChoiceId, unknown>>): ChoiceResult[] {
  const profile = completeProfile('default')
  return choiceIds.map((choice) => {
    const expected = profile[choice]
    return choice in answers
      ? { choice, verdict: 'differs', expected, actual: answers[choice] }
      : { choice, verdict: 'held', expected, actual: expected }
  })
}
