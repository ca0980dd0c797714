import { expect, test } from 'vitest'
import { type ClauseId, clauses } from '../../contracts/spec/clauses.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { isGate } from '../support/arbitrary-profile.ts'
import type { Case, Reply, Step } from './case.ts'
import { operationCases } from './cases/operation-cases.ts'
import { cases } from './cases.ts'
import { coreHost } from './hosts/core.ts'
import { begin, runCase } from './run-case.ts'
import { sabotaged } from './saboteurs.ts'
import { shownBy } from './shown-by.ts'

const clauseIds = Object.keys(clauses) as ClauseId[]

test('names each case once', () => {
  expect(cases.length).toBe(new Set(cases.map(({ fact }) => fact)).size)
})

test.each(clauseIds)('notices a service that breaks %s', async (clause) => {
  const adapter = await coreHost.open(completeProfile())
  const caseRun = { ...(await begin(adapter)), adapter: sabotaged(adapter, clause) }
  const complaints: string[] = []
  for (const each of operationCases) complaints.push(...(await runCase(each, caseRun)))
  expect(complaints).not.toEqual([])
})

test.each(choiceIds.filter((id) => !isGate(id)))('tells every two answers to %s apart', async (id) => {
  const [facts, context] = shownBy[id]
  const meant = facts.map((fact) => caseOf(fact))
  const seen = new Map<string, string>()
  for (const answer of choices[id].answers) {
    const status = /^(create|replace)\.body$/.test(id) ? { [id.replace('body', 'status')]: 200 } : {}
    const profile = completeProfile({ ...context, ...status, [id]: answer } as PartialProfile)
    const transcript = await transcriptOf(meant, profile)
    expect([stringifyJson(answer), seen.get(transcript)]).toEqual([stringifyJson(answer), undefined])
    seen.set(transcript, stringifyJson(answer))
  }
})

function caseOf(fact: string): Case {
  const found = cases.find((each) => each.fact === fact)
  if (!found) throw new Error(`Expected a case with the fact ${JSON.stringify(fact)}.`)
  return found
}

/** All that cases see of a mock, the words of error bodies aside. */
async function transcriptOf(meant: readonly Case[], profile: Profile): Promise<string> {
  const adapter = await coreHost.open(profile)
  const lines: string[] = []
  const caseRun = await begin(adapter)
  const recorded = {
    ...adapter,
    async send(sent: Step): Promise<Reply> {
      const reply = await adapter.send(sent)
      const text = reply.text.replace(/"(detail|message)":"(?:[^"\\]|\\.)*"/g, '"$1":"…"').slice(0, 2000)
      lines.push(`${sent.method} ${reply.status} ${JSON.stringify(reply.headers)} ${text}`)
      return reply
    },
  }
  for (const each of meant) expect(await runCase(each, { ...caseRun, adapter: recorded })).toEqual([])
  return lines.join('\n')
}
