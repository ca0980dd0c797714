import type { ChoiceId } from '../../handlers/choices.ts'
import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { OperationName } from '../../handlers/model/post.ts'
import { operations } from '../../handlers/operations.ts'
import { distantId } from './addresses.ts'
import type { ClauseId } from './clauses.ts'
import { type Example, equalContent } from './scenario.ts'
import { allFields, texts } from './texts.ts'

/** What is special about an example. */
interface Row extends Partial<Pick<Example, 'states' | 'clauses' | 'shows' | 'permits'>> {
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
  usual: Pick<Example, 'states' | 'clauses'>,
  rows: Rows,
): Example[] {
  const begin = operation === 'list' ? 'list the posts' : `${operation} a post`
  const { method = '', path = '' } = operations.find(({ name }) => name === operation) ?? {}
  return Object.entries(rows).map(([name, { about = '', body, mediaType, path: other, ...own }]) => ({
    key: `${operation}/${name}`,
    description: `${begin} ${about}`.trimEnd(),
    request: { method, path: other ?? path.replace(':id', '${id}'), ...defined({ body, mediaType }) },
    operation,
    permits: 'anything',
    ...usual,
    ...own,
  }))
}

const title = '${title}'

/** Bodies with the texts that show choices. */
function textRows(usual: PostFields, clauses: readonly ClauseId[]): Rows {
  const rows = Object.entries(texts).map(([name, { about, shows = 'text.kept', ...own }]) => {
    const body = { ...usual, ...own }
    return [name, { about: `with ${about}`, body, clauses, shows: [shows], permits: 'success-or-refusal' }]
  })
  return Object.fromEntries(rows)
}

/** Bodies that a service may refuse. @param refusal the choices that a refusal shows. */
function invalidRows(usual: PostFields, refusal: readonly ChoiceId[]): Rows {
  return {
    ...Object.fromEntries(
      fieldNames.toReversed().map((name) => {
        const { [name]: _missing, ...body } = usual
        return [`no-${name}`, { about: `without a ${name}`, body, shows: ['input.required', ...refusal] }]
      }),
    ),
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
const created = allFields({ title, content: equalContent(title) })

/** The members of a body, spelled in an unusual way. */
const spaced = fieldNames
  .toReversed()
  .map((name) => `"${name}" :\t"${name === 'title' ? '' : '\\u0041\\/B, '}${title}"`)

/** What a replace sends, unless it is about something else. */
const replaced = allFields({ title, content: `Re ${title}.` })

/** Every example, in the order of a run. */
export const examples: readonly Example[] = [
  ...examplesOf(
    'list',
    { states: ['several posts exist'], clauses: [] },
    {
      several: {
        clauses: ['list.ok', 'list.all', 'post.shape', 'wire.json', 'safe.get'],
        shows: ['id.assignment', 'list.order', 'list.page-size', 'post.extra-fields'],
        permits: 'success',
      },
      'after-delete': {
        about: 'after one was deleted',
        states: ['several posts exist', 'a post was deleted'],
        clauses: ['list.ok', 'list.all', 'delete.removes'],
        permits: 'success',
      },
    },
  ),
  ...examplesOf(
    'read',
    { states: [], clauses: [] },
    {
      existing: {
        states: ['a post exists'],
        clauses: ['read.ok', 'post.shape', 'wire.json', 'safe.get'],
        permits: 'success',
      },
      replaced: {
        about: 'that was replaced',
        states: ['a post was replaced'],
        clauses: ['read.ok', 'replace.whole', 'replace.same-id'],
        permits: 'success',
      },
      missing: {
        about: 'that never existed',
        states: ['no post has the id'],
        clauses: ['read.missing', 'wire.json'],
        shows: ['error.body'],
        permits: 'not-found',
      },
      deleted: {
        about: 'that was deleted',
        states: ['a post was deleted'],
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
    { states: ['a title is free'], clauses: ['create.adds', 'others.untouched'] },
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
        states: ['a post with the title exists'],
        clauses: ['create.not-idempotent', 'create.assigns-id', 'others.untouched'],
        permits: 'success-or-refusal',
      },
      ...textRows(created, ['create.adds']),
      spaced: {
        about: 'with JSON that has blanks, line ends and escapes',
        // Valid (RFC 8259), in an unusual order.
        body: `\r\n{\n\t${spaced.join(' ,\n  ')}\n}\n`,
        clauses: ['create.adds'],
        permits: 'success',
      },
      'charset-utf-8': {
        about: 'in the charset UTF-8',
        body: allFields({ title, content: `東京, ${title}` }),
        clauses: ['create.adds'],
        mediaType: 'application/json; charset=utf-8',
        permits: 'success-or-refusal',
      },
      'client-id': {
        about: 'with an id chosen by the client',
        body: { id: '${id}', ...created },
        states: ['a title is free', 'no post has the id'],
        shows: ['input.client-id'],
      },
      'client-id-taken': {
        about: 'with the id of another post',
        body: { id: '${id}', ...created },
        states: ['a title is free', 'a post exists'],
      },
      'client-id-null': { about: 'with the id null', body: { id: null, ...created } },
      // Last: json-server keeps a post without texts of a body of another media type.
      ...invalidRows(allFields({ title, content: title }), ['input.invalid-status', 'input.invalid-body']),
    },
  ),
  ...examplesOf(
    'replace',
    { states: ['a post exists', 'a title is free'], clauses: ['replace.whole', 'others.untouched'] },
    {
      existing: {
        body: replaced,
        clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched', 'wire.json'],
        shows: ['replace.status', 'replace.body'],
        permits: 'success',
      },
      again: {
        about: 'that was replaced before',
        body: replaced,
        states: ['a post was replaced', 'a title is free'],
        clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched'],
        permits: 'success',
      },
      ...textRows(replaced, ['replace.whole']),
      ...invalidRows(replaced, []),
      missing: {
        about: 'that never existed',
        body: replaced,
        states: ['no post has the id', 'a title is free'],
        clauses: ['others.untouched'],
        shows: ['replace.missing'],
      },
      deleted: {
        about: 'that was deleted',
        body: replaced,
        states: ['a post was deleted', 'a title is free'],
        clauses: ['others.untouched'],
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
        states: ['several posts exist', 'a title is free'],
        clauses: ['replace.whole', 'replace.same-id', 'others.untouched'],
      },
    },
  ),
  ...examplesOf(
    'delete',
    { states: ['several posts exist'], clauses: ['others.untouched'] },
    {
      existing: {
        states: ['a post exists'],
        clauses: ['delete.removes', 'delete.idempotent', 'others.untouched', 'wire.json'],
        shows: ['delete.status', 'delete.body'],
        permits: 'success',
      },
      deleted: {
        about: 'that was deleted',
        states: ['several posts exist', 'a post was deleted'],
        clauses: ['delete.idempotent', 'others.untouched'],
        shows: ['delete.missing'],
      },
      missing: { about: 'that never existed', states: ['several posts exist', 'no post has the id'] },
    },
  ),
  // Not one of the five operations: it shows a choice and no clause.
  {
    key: 'beside/patch',
    description: 'patch a post',
    operation: 'beside',
    states: ['a post exists'],
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
