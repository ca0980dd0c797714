import type { ChoiceId } from '../../src/choices.ts'
import type { ClauseId } from '../clauses.ts'
import type { Example } from '../example.ts'
import type { StateName } from '../states.ts'
import { texts } from './texts.ts'

const title = '${title} A title that is newer than the one before'
const content = `Written anew, from the first word to the last, ${title}.`
const hostile = texts.filter(({ name }) =>
  [
    'unicode',
    'unicode-title',
    'markup',
    'blanks',
    'line-ends',
    'long',
    'empty-content',
    'empty-title',
    'digits',
  ].includes(name),
)

/** Requests that replace a post, or try to. */
export const replaceExamples: readonly Example[] = [
  {
    ...replacing('existing', 'replace a post', ['a post exists'], { title, content }),
    clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched', 'wire.json'],
    choices: ['replace.status', 'replace.body'],
    permits: 'success',
  },
  {
    ...replacing('again', 'replace a post that was replaced before', ['a post was replaced'], {
      title,
      content,
    }),
    clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched'],
    choices: [],
    permits: 'success',
  },
  ...hostile.map((text): Example => {
    const body = { title: text.title ?? title, content: text.content ?? content }
    const example = replacing(text.name, `replace a post by one with ${text.about}`, ['a post exists'], body)
    return { ...example, clauses: ['replace.whole'], choices: [], permits: 'success-or-refusal' }
  }),
  {
    ...replacing('no-content', 'replace a post without a content', ['a post exists'], { title }),
    clauses: ['replace.whole'],
    choices: [],
    permits: 'success-or-refusal',
  },
  open(
    'missing',
    'replace a post that never existed',
    ['no post has the id'],
    { title, content },
    ['replace.missing'],
    ['others.untouched'],
  ),
  open(
    'deleted',
    'replace a post that was deleted',
    ['a post was deleted'],
    { title, content },
    [],
    ['others.untouched'],
  ),
  open(
    'body-id',
    'replace a post with another id in the body',
    ['a post exists'],
    { id: 1_000_003, title, content },
    ['replace.body-id'],
    ['replace.same-id', 'others.untouched'],
  ),
  open(
    'bad-and-missing',
    'replace a post that never existed with a body that is not JSON',
    ['no post has the id'],
    '{"title":',
    ['replace.checks-first'],
  ),
]

/** Requests that delete a post, or try to. */
export const deleteExamples: readonly Example[] = [
  {
    ...deleting('existing', 'delete a post', ['a post exists']),
    clauses: ['delete.removes', 'delete.idempotent', 'others.untouched', 'wire.json'],
    choices: ['delete.status', 'delete.body'],
    permits: 'success',
  },
  {
    ...deleting('replaced', 'delete a post that was replaced', ['a post was replaced']),
    clauses: ['delete.removes', 'others.untouched'],
    choices: [],
    permits: 'success',
  },
  {
    ...deleting('deleted', 'delete a post that was deleted', ['several posts exist', 'a post was deleted']),
    clauses: ['delete.idempotent', 'others.untouched'],
    choices: ['delete.missing'],
    permits: 'anything',
  },
]

function replacing(
  name: string,
  description: string,
  states: StateName[],
  body: Record<string, unknown> | string,
) {
  const request = { method: 'PUT', path: '/posts/${id}', body }
  return {
    key: `replace/${name}`,
    description,
    operation: 'replace',
    states: [...states, 'a title is free'],
    request,
  } as const
}

function open(
  name: string,
  description: string,
  states: StateName[],
  body: Record<string, unknown> | string,
  choices: ChoiceId[],
  clauses: ClauseId[] = [],
): Example {
  return { ...replacing(name, description, states, body), clauses, choices, permits: 'anything' }
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
