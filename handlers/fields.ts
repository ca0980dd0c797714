/** A field that a client sends. Its value is a text. */
interface Field {
  readonly name: string
  /** One sentence for OpenAPI. */
  readonly about: string
  /** Whether the default profile refuses a create or replace without it (choice `input.required`). */
  readonly required: boolean
  /** What seeded posts have in it; only `paragraphs` have several lines. */
  readonly seed: 'headline' | 'paragraphs' | 'sentence'
}

/** The fields of a post beside its id, in the order of the interface document. A new field is a new row. */
export const fields = [
  { name: 'title', about: 'Title of the post.', required: true, seed: 'headline' },
  { name: 'content', about: 'Body text of the post.', required: true, seed: 'paragraphs' },
] as const satisfies readonly Field[]

export type FieldName = (typeof fields)[number]['name']

/** The fields that a client sends. */
export type PostFields = { readonly [Name in FieldName]: string }

/** Names of fields in the order of the table, joined by a plus sign: `title`, `content` or `title+content`. */
export type FieldSet<Rows = typeof fields> = Rows extends readonly [
  { name: infer First extends string },
  ...infer Others,
]
  ? First | FieldSet<Others> | `${First}+${FieldSet<Others>}`
  : never

export const fieldNames: readonly FieldName[] = fields.map(({ name }) => name)

/** Every set of fields but the empty one; the set of all is the last. */
export const fieldSets = setsOf(fieldNames)

function setsOf([first, ...others]: readonly FieldName[]): FieldSet[] {
  if (first === undefined) return []
  const sets = setsOf(others)
  return [first, ...sets, ...sets.map((set) => `${first}+${set}` as FieldSet)]
}

/** The fields in a sentence: `title and content`. */
export const everyField = new Intl.ListFormat('en', { type: 'conjunction' }).format(fieldNames)

/** One of the fields in a sentence: `title or content`. */
export const anyField = new Intl.ListFormat('en', { type: 'disjunction' }).format(fieldNames)

/** The fields as JSON, for messages: `{ "title": "…", "content": "…" }`. */
export const exampleFields = `{ ${fieldNames.map((name) => `"${name}": "…"`).join(', ')} }`

export function eachField<Value>(make: (name: FieldName, field: Field) => Value) {
  const entries = fields.map((field) => [field.name, make(field.name, field)])
  return Object.fromEntries(entries) as { [Name in FieldName]: Value }
}

/** Whether an answer such as `title+content` or `title-refused` names a field. */
export function namesField(answer: string, name: FieldName): boolean {
  return answer.replace('-refused', '').split('+').includes(name)
}

export function isField(name: string): name is FieldName {
  return (fieldNames as readonly string[]).includes(name)
}
