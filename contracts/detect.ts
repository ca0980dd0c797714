import type { ChoiceId } from '../handlers/choices.ts'
import { idReadings } from './detect/id-readings.ts'
import { inputReadings } from './detect/input-readings.ts'
import type { Reader } from './detect/reading.ts'
import { replyReadings } from './detect/reply-readings.ts'
import { writeReadings } from './detect/write-readings.ts'

/** How each choice is read off a provider, by id. */
export const readings: { readonly [Id in ChoiceId]: Reader<Id> } = {
  ...writeReadings,
  ...inputReadings,
  ...idReadings,
  ...replyReadings,
}
