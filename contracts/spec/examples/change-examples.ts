import { examplesOf } from './rows.ts'
import { textRows } from './texts.ts'

const title = '${title}'
const content = `Re ${title}.`
const path = '/posts/${id}'

export const replaceExamples = examplesOf(
  {
    operation: 'replace',
    begin: 'replace a post',
    method: 'PUT',
    path,
    states: ['a post exists', 'a title is free'],
    clauses: ['replace.whole', 'others.untouched'],
  },
  {
    existing: {
      body: { title, content },
      clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched', 'wire.json'],
      shows: ['replace.status', 'replace.body'],
      permits: 'success',
    },
    again: {
      about: 'that was replaced before',
      body: { title, content },
      states: ['a post was replaced', 'a title is free'],
      clauses: ['replace.whole', 'replace.same-id', 'replace.idempotent', 'others.untouched'],
      permits: 'success',
    },
    ...textRows('by one with', { title, content }, ['replace.whole']),
    'no-content': { about: 'without a content', body: { title }, shows: ['input.required'] },
    'no-title': { about: 'without a title', body: { content }, shows: ['input.required'] },
    'title-number': {
      about: 'by one whose title is a number',
      body: { title: 7, content },
      shows: ['input.wrong-type'],
    },
    'unknown-field': {
      about: 'by one with a field that posts do not have',
      body: { title, content, mood: 'calm' },
      shows: ['input.unknown-fields'],
    },
    malformed: {
      about: 'with a body that is not JSON',
      body: '{"title":',
      shows: ['input.malformed-status'],
    },
    'media-type': {
      about: 'with the media type text/plain',
      body: `{"title":"${title}","content":"plain"}`,
      mediaType: 'text/plain',
      clauses: [],
      shows: ['input.media-type'],
    },
    missing: {
      about: 'that never existed',
      body: { title, content },
      states: ['no post has the id', 'a title is free'],
      clauses: ['others.untouched'],
      shows: ['replace.missing'],
    },
    deleted: {
      about: 'that was deleted',
      body: { title, content },
      states: ['a post was deleted', 'a title is free'],
      clauses: ['others.untouched'],
    },
    'body-id': {
      about: 'with another id in the body',
      body: { id: 1_000_003, title, content },
      clauses: ['replace.same-id', 'others.untouched'],
      shows: ['replace.body-id'],
    },
    'body-id-taken': {
      about: 'with the id of another in the body',
      body: { id: '${other}', title, content },
      states: ['several posts exist', 'a title is free'],
      clauses: ['replace.whole', 'replace.same-id', 'others.untouched'],
    },
  },
)

export const deleteExamples = examplesOf(
  {
    operation: 'delete',
    begin: 'delete a post',
    method: 'DELETE',
    path,
    states: ['several posts exist'],
    clauses: ['others.untouched'],
  },
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
)

/** A request that is not one of the five operations: it shows a choice and no clause. */
export const otherExamples = examplesOf(
  {
    operation: 'beside',
    begin: 'patch a post',
    method: 'PATCH',
    path,
    states: ['a post exists'],
    clauses: [],
  },
  { patch: { body: { content: 'patched' }, shows: ['method.other'] } },
)
