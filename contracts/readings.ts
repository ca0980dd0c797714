import type { ChoiceId } from '../src/choices.ts'
import { idReadings } from './readings/id-readings.ts'
import { inputReadings } from './readings/input-readings.ts'
import type { Reader } from './readings/reading.ts'
import { replyReadings } from './readings/reply-readings.ts'
import { writeReadings } from './readings/write-readings.ts'

/** How each choice is read off a provider, by id. */
export const readings: { readonly [Id in ChoiceId]: Reader<Id> } = {
  ...writeReadings,
  ...inputReadings,
  ...idReadings,
  ...replyReadings,
}
