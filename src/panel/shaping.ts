import type { Profile } from '../../handlers/choices/profile.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { ExplainedChoice, Reference } from '../devtools/reference.ts'

/** What made a reply what it is: clauses of the document, and answers to choices, which can be changed. */
export interface Shaping {
  readonly clauses: Reference['clauses']
  readonly choices: readonly ExplainedChoice[]
}

/** Finds the clauses and choices behind a reply; none where somebody asked for a fault. */
export function shapingOf(entry: JournalEntry, reference: Reference, profile: Profile): Shaping {
  const { operation, status, fault } = entry
  if (fault !== undefined) return { clauses: [], choices: [] }
  const isMissing = status === 404
  return {
    clauses: reference.clauses.filter(
      ({ id, operations }) =>
        operation !== undefined &&
        operations.includes(operation) &&
        (status < 400 ? !id.endsWith('.missing') : isMissing && id.endsWith('.missing')),
    ),
    choices: reference.choices.filter(
      (choice) =>
        choice.places.some((place) => place === 'service' || place === (operation ?? 'path')) &&
        (status < 400 ? showsInSuccess(choice.id, entry) : showsInRefusal(choice.id, entry, profile)),
    ),
  }
}

function showsInSuccess(id: string, { operation, query, status }: JournalEntry): boolean {
  if (id.endsWith('.query')) return query !== ''
  const [group, point] = id.split('.')
  if (group === operation)
    return point === 'missing' ? status === 201 : !/^(?:checks-first|body-id)$/.test(point ?? '')
  return (
    group === 'post' ||
    group === 'text' ||
    id === 'id.assignment' ||
    (operation === undefined && group === 'method')
  )
}

function showsInRefusal(id: string, { operation, status }: JournalEntry, profile: Profile): boolean {
  const [group, point] = id.split('.')
  if (group === 'error') return true
  if (operation === undefined) return group === 'path' || group === 'method'
  if (status === 404) return point === 'missing' || id === 'id.malformed'
  if (status === 413) return id === 'input.max-bytes'
  const answer = stringifyJson(profile[id as keyof Profile])
  return (
    (group === 'input' || group === 'id' || point === 'missing') &&
    (answer.includes('refused') || answer.includes(`${status}`))
  )
}
