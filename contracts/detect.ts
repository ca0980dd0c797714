import { type AnswerTo, type ChoiceId, choiceOf } from '../handlers/choices.ts'
import { readByKind, readPerOperation } from './detect/by-kind.ts'
import { idReaders } from './detect/id-readers.ts'
import { inputReaders } from './detect/input-readers.ts'
import { masked, type Reader, type Reading, type Sightings } from './detect/reading.ts'
import { replyReaders } from './detect/reply-readers.ts'

/** Readers of the choices that show in a way of their own; the others are read by their kind. */
const own: Partial<Record<ChoiceId, Reader>> = { ...inputReaders, ...idReaders, ...replyReaders }

/** Reads a choice off what a run saw of a provider. */
export function readChoice<Id extends ChoiceId>(id: Id, sightings: Sightings): Reading<AnswerTo<Id>> {
  return read(id, sightings) as Reading<AnswerTo<Id>>
}

function read(id: ChoiceId, sightings: Sightings): Reading {
  const choice = choiceOf(id)
  const { hidden, shownBy = [] } = choice
  if (hidden) {
    const other = read(hidden.by as ChoiceId, sightings)
    const shown = shownBy.map((key) => sightings.traces.get(key))
    if ('answer' in other && hidden.where(other.answer)) return masked(hidden.why, ...shown)
  }
  const readOne = (keys: readonly string[]) =>
    own[id]?.(sightings, keys) ?? readByKind(id, sightings, keys, (other) => read(other, sightings))
  return choice.isPerOperation ? readPerOperation(choice, readOne) : readOne(shownBy)
}
