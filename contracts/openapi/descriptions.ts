import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type ClauseId, clauseIds, clauses } from '../document/clauses.ts'

/** What a choice has a say in: an operation, what else may be asked of a path, or everything. */
type Place = OperationName | 'path' | 'service'

const writes = ['create', 'replace'] as const
const onePost = ['read', 'replace', 'delete'] as const

const places: Record<ChoiceId, readonly Place[]> = {
  'create.status': ['create'],
  'create.body': ['create'],
  'create.location': ['create'],
  'replace.status': ['replace'],
  'replace.body': ['replace'],
  'replace.missing': ['replace'],
  'replace.location': ['replace'],
  'replace.checks-first': ['replace'],
  'replace.body-id': ['replace'],
  'delete.status': ['delete'],
  'delete.body': ['delete'],
  'delete.missing': ['delete'],
  'input.required': writes,
  'input.empty': writes,
  'input.wrong-type': writes,
  'input.unknown-fields': writes,
  'input.client-id': ['create'],
  'input.client-id-null': ['create'],
  'input.client-id-taken': ['create'],
  'input.invalid-status': writes,
  'input.malformed-status': writes,
  'input.invalid-utf8': writes,
  'input.byte-order-mark': writes,
  'input.duplicate-keys': writes,
  'input.max-depth': writes,
  'input.media-type': writes,
  'input.no-media-type': writes,
  'input.charset': writes,
  'input.content-encoding': writes,
  'input.no-body': writes,
  'input.max-length': writes,
  'input.max-bytes': writes,
  'text.kept': writes,
  'id.assignment': ['create'],
  'id.reuse': ['create'],
  'id.malformed': onePost,
  'id.out-of-range': onePost,
  'error.body': ['service'],
  'list.order': ['list'],
  'list.query': ['list'],
  'post.extra-fields': ['service'],
  'wire.charset': ['service'],
  'wire.accept': ['service'],
  'input.unexpected': ['list', 'read', 'delete'],
  'input.query': ['read', 'create', 'replace', 'delete'],
  'method.other': ['path'],
  'method.head': ['path'],
  'method.options': ['path'],
  'path.unknown': ['service'],
  'path.trailing-slash': ['path'],
  'cors.origins': ['service'],
}

/** The choices that have a say in a place. */
export function choicesOf(place: Place): ChoiceId[] {
  return choiceIds.filter((id) => places[id].includes(place))
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
    (id) => `- \`${id}\` = ${answerTo(id, profile)}: ${choices[id].about}`,
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
