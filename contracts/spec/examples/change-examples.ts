import type { ChoiceId } from '../../../handlers/choices.ts'
import type { ClauseId } from '../clauses.ts'
import type { Example, ExampleRequest } from '../example.ts'
import { equalContent, type StateName, titleInWords } from '../states.ts'
import { shownByText, texts } from './texts.ts'

const title = '${title}'
const content = `Written anew, from the first word to the last, ${title}.`
const hostile = texts.filter(({ name }) =>
  [
    'unicode',
    'unicode-title',
    'markup',
    'blanks',
    'line-ends',
    'long',
    'huge',
    'title-1000',
    'empty-content',
    'empty-title',
    'digits',
    'json',
    'invisible',
    'control',
  ].includes(name),
)

const spoken = titleInWords(title)
const before = equalContent(title)
/** The old title or content, with a part replaced. */
const varied = (old: string, other: string) =>
  (spoken.includes(old) && old !== ' ' ? spoken : before).replace(old, other)

/** Replaces with small changes, which a service must not ignore. */
const close: readonly Example[] = (
  [
    ['same-title', 'that changes only the content', spoken, `Other words, ${title}.`],
    ['same-content', 'that changes only the title', `${title} anew`, before],
    ['same-length', 'of the same length', varied('Words', 'Wards'), varied('Three', 'Seven')],
    ['other-case', 'that changes only the case', varied('Words', 'WORDS'), varied('Three', 'THREE')],
    ['other-blanks', 'that changes only the blanks', varied('Words in', 'Words  in'), varied(' ', '  ')],
    ['swapped', 'that swaps title and content', before, spoken],
  ] as const
).map(([name, about, title, content]) => ({
  ...replacing(name, `replace a post by one ${about}`, [], { title, content }),
  states: ['a post with words in its title exists'],
  clauses: ['replace.whole'],
  permits: 'success-or-refusal',
}))

const wide = { title, content: `東京 and Łódź, ${title}` }

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
  ...hostile.map((text): Example => {
    const body = { title: text.title ?? title, content: text.content ?? content }
    const example = replacing(text.name, `replace a post by one with ${text.about}`, ['a post exists'], body)
    const shows = shownByText(text.name)
    return { ...example, clauses: ['replace.whole'], shows, permits: 'success-or-refusal' }
  }),
  ...close,
  {
    ...replacing('double', 'replace a post that has duplicates', [], { title, content }),
    states: ['a post with doubles exists'],
    clauses: ['replace.whole', 'others.untouched'],
    permits: 'success',
  },
  {
    ...replacing(
      'first-digits',
      'replace a post whose id is a prefix of others',
      ['a post whose id begins others exists'],
      { title, content },
    ),
    clauses: ['replace.whole', 'others.untouched'],
    permits: 'success',
  },
  {
    ...replacing(
      'in-packets',
      'replace a post with a body in two packets that split a character',
      ['a post exists'],
      wide,
      { sending: 'in-packets' },
    ),
    clauses: ['replace.whole'],
    permits: 'success-or-refusal',
  },
  {
    ...replacing('charset-utf-8', 'replace a post in the charset UTF-8', ['a post exists'], wide, {
      mediaType: 'application/json; charset=utf-8',
    }),
    clauses: ['replace.whole'],
    permits: 'success-or-refusal',
  },
  questionable('no-content', 'replace a post without a content', { title }, ['input.required']),
  questionable('no-title', 'replace a post without a title', { content }, ['input.required']),
  questionable('title-number', 'replace a post by one whose title is a number', { title: 7, content }, [
    'input.wrong-type',
  ]),
  questionable('content-null', 'replace a post by one whose content is null', { title, content: null }),
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
    ...deleting('replaced', 'delete a post that was replaced', ['a post was replaced']),
    clauses: ['delete.removes', 'others.untouched'],
    permits: 'success',
  },
  {
    ...deleting('deleted', 'delete a post that was deleted', ['several posts exist', 'a post was deleted']),
    clauses: ['delete.idempotent', 'others.untouched'],
    shows: ['delete.missing'],
    permits: 'anything',
  },
  {
    ...deleting('double', 'delete a post that has duplicates', ['a post with doubles exists']),
    clauses: ['delete.removes', 'others.untouched'],
    permits: 'success',
  },
  {
    ...deleting('missing', 'delete a post that never existed', ['several posts exist', 'no post has the id']),
    clauses: ['others.untouched'],
    permits: 'anything',
  },
  {
    ...deleting('first-digits', 'delete a post whose id is a prefix of others', [
      'a post whose id begins others exists',
    ]),
    clauses: ['delete.removes', 'others.untouched'],
    permits: 'success',
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
