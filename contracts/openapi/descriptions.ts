import type { Place } from '../../handlers/choices/kinds.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type ClauseId, clauseIds, clauses } from '../document/clauses.ts'

/** The choices that have a say in a place. */
export function choicesOf(place: Place): ChoiceId[] {
  return choiceIds.filter((id) => choiceOf(id).places.includes(place))
}

/** The clauses that an operation can show. */
export function clausesOf(operation: OperationName): ClauseId[] {
  return clauseIds.filter((id) => (clauses[id].operations as readonly OperationName[]).includes(operation))
}

/** What the document states of an operation, and what the profile answers where it states nothing. */
export function describeOperation(operation: OperationName, profile: Profile): string {
  const stated = clausesOf(operation).map((id) => `- \`${id}\`: ${clauses[id].statement}`)
  return `The interface document states:\n${stated.join('\n')}\n\n${describeChoices(operation, profile)}`
}

/** What the profile answers to the choices that have a say in a place. */
export function describeChoices(place: Place, profile: Profile): string {
  const answered = choicesOf(place).map(
    (id) => `- \`${id}\` = ${answerTo(id, profile)}: ${choiceOf(id).about}`,
  )
  return `The document is silent on the rest; the profile answers:\n${answered.join('\n')}`
}

/** Where the description comes from, and how to read it. */
export function describeProvenance(profile: Profile): string {
  const byDefault = completeProfile()
  const own = choiceIds.filter((id) => answerTo(id, profile) !== answerTo(id, byDefault))
  const answers =
    own.length === 0
      ? 'The profile is the default one.'
      : `The profile differs from the default one in ${own.map((id) => `\`${id}\` = ${answerTo(id, profile)}`).join(', ')}.`
  return [
    'Made by posts-understudy from two sources. The interface document of the service states little: what comes from it is marked `x-clause`. What it leaves open is answered by a profile and marked `x-choice`: another service may answer otherwise and still be right by the document.',
    `${answers} \`x-profile\` holds every answer, and is itself a profile.`,
    describeChoices('service', profile),
  ].join('\n\n')
}

function answerTo(id: ChoiceId, profile: Profile): string {
  return stringifyJson(profile[id])
}
