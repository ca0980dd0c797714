import type { ChoiceId } from '../../../handlers/choices.ts'
import type { ClauseId } from '../clauses.ts'
import type { Example, ExampleRequest } from '../example.ts'
import type { StateName } from '../states.ts'
import { texts } from './texts.ts'

const title = '${title}'
const content = `Written anew, from the first word to the last, ${title}.`
export const replaceExamples: readonly Example[] = [
  {
    ...replacing('existing', 'replace a post', ['a post exists'], { title, content }),
    clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched', 'wire.json'],
    shows: ['replace.status', 'replace.body'],
    permits: 'success',
  },
  {
    ...replacing('again', 'replace a post that was replaced before', ['a post was replaced'], {
      title: `${title} A title that is newer than the one before`,
      content,
    }),
    clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched'],
    permits: 'success',
  },
  ...texts.map((text): Example => {
    const body = { title: text.title ?? title, content: text.content ?? content }
    const example = replacing(text.name, `replace a post by one with ${text.about}`, ['a post exists'], body)
    return { ...example, clauses: ['replace.whole'], shows: [text.shows], permits: 'success-or-refusal' }
  }),
  questionable('no-content', 'replace a post without a content', { title }, ['input.required']),
  questionable('no-title', 'replace a post without a title', { content }, ['input.required']),
  questionable('title-number', 'replace a post by one whose title is a number', { title: 7, content }, [
    'input.wrong-type',
  ]),
  questionable(
    'unknown-field',
    'replace a post by one with a field that posts do not have',
    { title, content, mood: 'calm' },
    ['input.unknown-fields'],
  ),
  questionable('malformed', 'replace a post with a body that is not JSON', '{"title":', [
    'input.malformed-status',
  ]),
  {
    ...replacing(
      'media-type',
      'replace a post with the media type text/plain',
      ['a post exists'],
      `{"title":"${title}","content":"plain"}`,
      { mediaType: 'text/plain' },
    ),
    clauses: [],
    shows: ['input.media-type'],
    permits: 'anything',
  },
  {
    ...open('missing', 'replace a post that never existed', ['no post has the id'], { title, content }, [
      'others.untouched',
    ]),
    shows: ['replace.missing'],
  },
  open('deleted', 'replace a post that was deleted', ['a post was deleted'], { title, content }, [
    'others.untouched',
  ]),
  {
    ...open(
      'body-id',
      'replace a post with another id in the body',
      ['a post exists'],
      { id: 1_000_003, title, content },
      ['replace.same-id', 'others.untouched'],
    ),
    shows: ['replace.body-id'],
  },
  open(
    'body-id-taken',
    'replace a post with the id of another in the body',
    ['several posts exist'],
    { id: '${other}', title, content },
    ['replace.whole', 'replace.same-id', 'others.untouched'],
  ),
]

export const deleteExamples: readonly Example[] = [
  {
    ...deleting('existing', 'delete a post', ['a post exists']),
    clauses: ['delete.removes', 'delete.idempotent', 'others.untouched', 'wire.json'],
    shows: ['delete.status', 'delete.body'],
    permits: 'success',
  },
  {
    ...deleting('deleted', 'delete a post that was deleted', ['several posts exist', 'a post was deleted']),
    clauses: ['delete.idempotent', 'others.untouched'],
    shows: ['delete.missing'],
    permits: 'anything',
  },
  {
    ...deleting('missing', 'delete a post that never existed', ['several posts exist', 'no post has the id']),
    clauses: ['others.untouched'],
    permits: 'anything',
  },
]

function replacing(
  name: string,
  description: string,
  states: StateName[],
  body: Record<string, unknown> | string,
  sent: Partial<ExampleRequest> = {},
) {
  const request: ExampleRequest = { method: 'PUT', path: '/posts/${id}', body, ...sent }
  return {
    key: `replace/${name}`,
    description,
    operation: 'replace',
    states: [...states, 'a title is free'],
    request,
  } as const
}

/** A replace that a service may refuse; then the post must not change. */
function questionable(
  name: string,
  description: string,
  body: Record<string, unknown> | string,
  shows: readonly ChoiceId[] = [],
): Example {
  return { ...open(name, description, ['a post exists'], body, ['replace.whole', 'others.untouched']), shows }
}

function open(
  name: string,
  description: string,
  states: StateName[],
  body: Record<string, unknown> | string,
  clauses: ClauseId[],
): Example {
  return { ...replacing(name, description, states, body), clauses, permits: 'anything' }
}

function deleting(name: string, description: string, states: StateName[]) {
  return {
    key: `delete/${name}`,
    description,
    operation: 'delete',
    states,
    request: { method: 'DELETE', path: '/posts/${id}' },
  } as const
}
