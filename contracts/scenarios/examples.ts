import type { ChoiceId } from '../../handlers/choices.ts'
import { endpoints, type OperationName } from '../../handlers/endpoints.ts'
import { type FieldName, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { distantId } from './addresses.ts'
import type { ClauseId } from './clauses.ts'
import type { Before } from './provider-state.ts'
import type { Example } from './scenario.ts'
import { allFields, texts } from './texts.ts'

/** What is special about an example. */
interface Row extends Partial<Pick<Example, 'after' | 'of' | 'clauses' | 'shows' | 'permits'>> {
  /** What follows in its description, such as `with another id in the body`. */
  readonly about?: string
  readonly path?: string
  readonly body?: Example['request']['body']
  readonly mediaType?: string
}

type Rows = Readonly<Record<string, Row>>

/** Makes the examples of an operation. @param usual what a row has that says nothing of it. */
function examplesOf(
  operation: OperationName,
  { clauses, ...usual }: Pick<Example, 'after' | 'of' | 'clauses'>,
  rows: Rows,
): Example[] {
  const begin = operation === 'list' ? 'list the posts' : `${operation} a post`
  const { method, path } = endpoints[operation]
  return Object.entries(rows).map(([name, { about = '', body, mediaType, path: other, ...own }]) => ({
    key: `${operation}/${name}`,
    description: `${begin} ${about}`.trimEnd(),
    request: { method, path: other ?? path.replace(':id', '${id}'), ...defined({ body, mediaType }) },
    operation,
    permits: 'anything',
    clauses,
    // The post of the usual state is not that of another one.
    ...(own.after ? { after: own.after } : usual),
    ...own,
  }))
}

const title = '${title} one'

/** Bodies with texts that a service may refuse, but must keep. */
function textRows(usual: PostFields, more: Pick<Row, 'after' | 'clauses'>): Rows {
  const rows = Object.entries(texts).map(([name, { about, shows, ...own }]) => {
    const choices = shows && { shows: [shows] }
    const body = { ...usual, ...own }
    return [name, { about: `with ${about}`, body, ...more, ...choices, permits: 'success-or-refusal' }]
  })
  return Object.fromEntries(rows)
}

/** A row for each field, such as `no-title`. */
function rowsOfFields(begin: string, rowOf: (name: FieldName) => Row): Rows {
  return Object.fromEntries(fieldNames.toReversed().map((name) => [`${begin}-${name}`, rowOf(name)]))
}

/** Bodies that a service may refuse. @param refusal the choices that a refusal shows. */
function invalidRows(usual: PostFields, refusal: readonly ChoiceId[]): Rows {
  return {
    ...rowsOfFields('no', (name) => {
      const { [name]: _missing, ...body } = usual
      return { about: `without a ${name}`, body, shows: ['input.required', ...refusal] }
    }),
    'title-number': {
      about: 'with a title that is a number',
      body: { ...usual, title: 7 },
      shows: ['input.wrong-type', ...refusal],
    },
    'unknown-field': {
      about: 'with a field that posts do not have',
      body: { ...usual, mood: 'calm' },
      shows: ['input.unknown-fields', ...refusal],
    },
    malformed: {
      about: 'with a body that is not JSON',
      body: '{"title":',
      shows: ['input.malformed-status'],
    },
    'media-type': {
      about: 'with the media type text/plain',
      body: stringifyJson(allFields({ title, content: 'plain' })),
      mediaType: 'text/plain',
      clauses: [],
      shows: ['input.media-type'],
    },
  }
}

/** What a create sends, unless it is about something else. */
const created = allFields({ title, content: 'On ${title}.' })

/** What a replace sends, unless it is about something else. */
const replaced = allFields({ title: '${title} new', content: 'Re ${title}.' })
const replacedBefore = allFields({ title: '${title} old', content: 'Before ${title}.' })

/** Posts whose texts do not matter: a run may take those that it has. */
export const anyPosts = ['one', 'two', 'ten'].map((word) =>
  create(allFields({ title: `\${title} ${word}`, content: `About ${word}, \${title}.` })),
)

function create(texts: PostFields, otherwise?: PostFields): Before {
  return { operation: 'create', texts, ...defined({ otherwise }) }
}

function replace(post: number, texts: PostFields): Before {
  return { operation: 'replace', post, texts }
}

function remove(post: number): Before {
  return { operation: 'delete', post }
}

const read: Before = { operation: 'read', post: 0 }
const list: Before = { operation: 'list' }

const onePost = anyPosts.slice(1, 2)
const ofReplace: readonly ClauseId[] = ['replace.whole', 'replace.same-id', 'others.untouched']
const ofRepeated: readonly ClauseId[] = [...ofReplace, 'replace.idempotent']

/** Every example, in the order of a run. */
export const examples: readonly Example[] = [
  ...examplesOf(
    'list',
    { after: anyPosts.slice(1), clauses: [] },
    {
      several: {
        clauses: ['list.ok', 'list.all', 'post.shape', 'wire.json', 'safe.get'],
        shows: ['id.assignment', 'list.order', 'list.page-size', 'post.extra-fields'],
        permits: 'success',
      },
      'after-delete': {
        about: 'after one was deleted',
        after: [create(replacedBefore), create(replaced), create(created), remove(2)],
        clauses: ['list.ok', 'list.all', 'delete.removes'],
        permits: 'success',
      },
    },
  ),
  ...examplesOf(
    'read',
    { after: [], clauses: [] },
    {
      existing: {
        after: anyPosts.slice(1),
        clauses: ['read.ok', 'post.shape', 'wire.json', 'safe.get'],
        permits: 'success',
      },
      replaced: {
        about: 'that was read and listed, then replaced',
        after: [create(created), list, read, replace(0, replaced)],
        clauses: ['read.ok', 'replace.whole', 'replace.same-id'],
        permits: 'success',
      },
      again: {
        about: 'that was read and listed',
        after: [create(created), list, read, list],
        clauses: ['read.ok', 'safe.get'],
        permits: 'success',
      },
      missing: {
        about: 'that never existed',
        clauses: ['read.missing', 'wire.json'],
        shows: ['error.body'],
        permits: 'not-found',
      },
      deleted: {
        about: 'that was read and listed, then deleted',
        after: [create(created), read, list, remove(0)],
        clauses: ['read.missing', 'delete.removes'],
        permits: 'not-found',
      },
      'id-no-integer': {
        about: 'with an id that is not an integer',
        path: '/posts/no-integer',
        shows: ['id.malformed'],
      },
    },
  ),
  ...examplesOf(
    'create',
    { after: [], clauses: ['create.adds', 'others.untouched'] },
    {
      plain: {
        body: created,
        clauses: ['create.adds', 'create.assigns-id', 'others.untouched', 'wire.json', 'post.shape'],
        shows: ['create.status', 'create.body', 'create.location'],
        permits: 'success',
      },
      equal: {
        about: 'equal to one that exists',
        body: created,
        after: [create(created)],
        clauses: ['create.not-idempotent', 'create.assigns-id', 'others.untouched'],
        permits: 'success-or-refusal',
      },
      'after-delete': {
        about: 'after another was deleted',
        body: created,
        after: [create(replacedBefore), create(replaced), remove(0)],
        clauses: ['create.adds', 'create.assigns-id', 'others.untouched'],
        permits: 'success',
      },
      ...textRows(created, { clauses: ['create.adds'] }),
      'charset-utf-8': {
        about: 'in the charset UTF-8',
        body: allFields({ title, content: '東京, ${title}' }),
        clauses: ['create.adds'],
        mediaType: 'application/json; charset=utf-8',
        permits: 'success-or-refusal',
      },
      'client-id': {
        about: 'with an id chosen by the client',
        body: { id: '${id}', ...created },
        shows: ['input.client-id'],
      },
      'client-id-taken': {
        about: 'with the id of another post',
        body: { id: '${id}', ...created },
        after: onePost,
      },
      'client-id-null': { about: 'with the id null', body: { id: null, ...created } },
      // Last: json-server keeps a post without texts of a body of another media type.
      ...invalidRows(allFields({ title, content: title }), ['input.invalid-status', 'input.invalid-body']),
    },
  ),
  ...examplesOf(
    'replace',
    { after: anyPosts, of: 1, clauses: ['replace.whole', 'others.untouched'] },
    {
      existing: {
        body: replaced,
        clauses: [...ofRepeated, 'wire.json'],
        shows: ['replace.status', 'replace.body'],
        permits: 'success',
      },
      again: {
        about: 'that was replaced before',
        body: replaced,
        after: [create(created), replace(0, replacedBefore)],
        clauses: ofRepeated,
        permits: 'success',
      },
      same: {
        about: 'with its own texts',
        body: created,
        after: [create(created)],
        clauses: ofRepeated,
        permits: 'success',
      },
      ...rowsOfFields('new', (name) => ({
        about: `with only a new ${name}`,
        body: { ...created, [name]: replaced[name] },
        after: [create(created)],
        clauses: ofReplace,
        permits: 'success',
      })),
      ...textRows(replaced, { after: onePost, clauses: ['replace.whole'] }),
      ...invalidRows(replaced, []),
      missing: {
        about: 'that never existed',
        body: replaced,
        after: [],
        clauses: ['others.untouched'],
        shows: ['replace.missing'],
      },
      'body-id': {
        about: 'with another id in the body',
        body: { id: distantId, ...replaced },
        clauses: ['replace.same-id', 'others.untouched'],
        shows: ['replace.body-id'],
      },
      'body-id-taken': {
        about: 'with the id of another in the body',
        body: { id: '${other}', ...replaced },
        clauses: ofReplace,
      },
    },
  ),
  ...examplesOf(
    'delete',
    { after: anyPosts, of: 1, clauses: ['others.untouched'] },
    {
      existing: {
        clauses: ['delete.removes', 'delete.idempotent', 'others.untouched', 'wire.json'],
        shows: ['delete.status', 'delete.body'],
        permits: 'success',
      },
      replaced: {
        about: 'that was replaced',
        after: [create(created), replace(0, replaced)],
        clauses: ['delete.removes', 'others.untouched'],
        permits: 'success',
      },
      deleted: {
        about: 'that was deleted',
        after: [create(created), create(replaced), remove(0)],
        clauses: ['delete.idempotent', 'others.untouched'],
        shows: ['delete.missing'],
      },
      missing: { about: 'that never existed', of: anyPosts.length },
    },
  ),
  // Not one of the five operations: it shows a choice and no clause.
  {
    key: 'beside/patch',
    description: 'patch a post',
    operation: 'beside',
    after: onePost,
    request: { method: 'PATCH', path: '/posts/${id}', body: { content: 'patched' } },
    clauses: [],
    shows: ['method.other'],
    permits: 'anything',
  },
]

/**
 * The examples that come first, in which almost every faulty service breaks its clause. A clause is held only if all of
 * them that can break it were run.
 */
export const basicExamples: ReadonlySet<string> = new Set([
  ...['list/several', 'list/after-delete'],
  ...['read/existing', 'read/missing', 'read/deleted', 'read/replaced'],
  ...['create/plain', 'create/equal'],
  ...['replace/existing', 'replace/again', ...fieldNames.map((name) => `replace/no-${name}`)],
  ...['delete/existing', 'delete/deleted'],
])

/** The keys of the examples that show a choice, in the order of a run. */
export function examplesThatShow(choice: ChoiceId): string[] {
  return examples.filter(({ shows }) => shows?.includes(choice)).map(({ key }) => key)
}

/** Whether an example needs no operation that is left out. */
export function isPossible(
  { operation, after }: Pick<Example, 'operation' | 'after'>,
  without: readonly OperationName[],
): boolean {
  // A run that creates nothing may read the posts of others.
  const needed = after.filter((each) => !anyPosts.includes(each)).map((each) => each.operation)
  return !without.some((each) => operation === each || needed.includes(each))
}
