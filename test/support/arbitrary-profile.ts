import fc from 'fast-check'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type AnswerTo, type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { errorParts, postParts, type Template } from '../../handlers/model/template.ts'

type Answers = { [Id in ChoiceId]: AnswerTo<Id> }

/** Choices that turn requests away, or show a part of the list: their own tests vary them (test/handlers/choices/access.test.ts). */
export type Gate = (typeof gates)[number]
const gates = ['access.credentials', 'limit.requests', 'limit.time', 'list.page-size'] as const

const clientError = fc.integer({ min: 400, max: 499 })
const fieldNames = ['createdAt', 'likes', '0', 'constructor', 'toString', 'a b', 'Ünï😀', '"', 'then']
const fieldName = fc.constantFrom(...fieldNames)
const success = fc.integer({ min: 200, max: 299 })

/**
 * A template of some parts and constants, two levels deep. A list in an error is read as the faults of the request, and
 * what was sent, below a name, as its title and content.
 */
function template(parts: readonly string[]): fc.Arbitrary<Template> {
  const leaf = fc.constantFrom<Template>(...parts, '=ok', 7, true, null)
  const fields = (value: fc.Arbitrary<Template>) =>
    fc.dictionary(fieldName, value, { noNullPrototype: true, maxKeys: 3 })
  const below = leaf.filter((each) => each !== 'sent')
  const lists = parts.includes('status') ? [] : [fc.array(below, { maxLength: 2 })]
  const inner = fc.oneof(below, fields(below), ...lists)
  return fc.oneof(fields(inner), leaf)
}

const firstIds = [-3, 0, 2 ** 31 - 2, Number.MAX_SAFE_INTEGER - 2, 2n ** 53n, 2n ** 62n, -(2n ** 63n)]
const maxLength = fc.record(
  { title: fc.constantFrom(1, 5, 20), content: fc.constantFrom(1, 5, 20), status: clientError },
  { requiredKeys: [] },
)
const fieldType = fc.constantFrom('string', 'integer', 'number', 'boolean', 'timestamp')

/** Answers that a schema lets through beside the listed ones. */
const permitted: { [Id in ChoiceId]?: fc.Arbitrary<AnswerTo<Id>> } = {
  'create.body': template(postParts),
  'create.status': success,
  'replace.body': template(postParts),
  'replace.status': success,
  'delete.body': template(postParts.filter((part) => part !== 'sent')),
  'delete.missing': fc.oneof(success, clientError),
  'delete.status': success,
  'error.body': template(errorParts),
  'input.invalid-body': template(errorParts),
  'id.malformed': clientError,
  'id.assignment': fc.record({ from: fc.constantFrom(...firstIds) }),
  'input.media-type': clientError,
  'method.other': clientError,
  'input.invalid-status': fc.oneof(
    clientError,
    fc.record({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
  ),
  'input.malformed-status': clientError,
  'input.max-bytes': fc.constantFrom(1, 60, 1000),
  'input.max-length': maxLength,
  'post.extra-fields': fc.dictionary(fieldName, fieldType, { noNullPrototype: true }) as fc.Arbitrary<
    AnswerTo<'post.extra-fields'>
  >,
  'replace.missing': clientError,
}

/** An answer that a choice lists, one time of six one that it lets through beside those; of a gate the default. */
function answerTo(id: ChoiceId): fc.Arbitrary<unknown> {
  const isGate = (gates as readonly ChoiceId[]).includes(id)
  const listed = fc.constantFrom<unknown>(...choices[id].answers.slice(0, isGate ? 1 : undefined))
  const more = permitted[id] as fc.Arbitrary<unknown> | undefined
  return more ? fc.oneof({ arbitrary: listed, weight: 5 }, { arbitrary: more, weight: 1 }) : listed
}

const answers = fc.record(Object.fromEntries(choiceIds.map((id) => [id, answerTo(id)])))

export const arbitraryProfile: fc.Arbitrary<Profile> = answers.map((given) =>
  completeProfile(given as Answers),
)

/** The seed of random tests: always the same, unless SEED names another. A failure prints it. */
export const seed = Number(process.env.SEED ?? 20_251_120)
