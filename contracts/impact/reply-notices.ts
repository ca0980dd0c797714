import type { ExtraFieldTypes, replyChoices } from '../../handlers/choices/reply-choices.ts'
import type { AnswerTo } from '../../handlers/choices.ts'
import { type ErrorFields, errorFields } from '../../handlers/model/error-fields.ts'
import { type Notice, wordsFor } from './notice.ts'

type Notices = { readonly [Id in keyof typeof replyChoices]: Notice<AnswerTo<Id>> }

const noSuchMethod = 'a method that there is not'

/** What a client notices of replies, and beside the five operations. */
export const replyNotices: Notices = {
  'error.body': {
    subject: 'An error',
    verb: 'has',
    says: (answer) => {
      const fields = errorFields(answer)
      if (!fields) return answer === 'none' ? 'no body' : 'a body with status, title, detail and errors'
      const names = errorFieldWords(fields)
      return names === '' ? '{} for a body' : `a body with ${names}`
    },
    advice: (answer) => {
      if (answer === 'object') return 'show its detail, and its errors at their fields'
      const words = placeOfWords(errorFields(answer) ?? {})
      if (words !== undefined) return `show its ${words}`
      return `take words for people from the status${answer === 'none' ? ', and parse nothing' : ''}`
    },
  },
  'list.order': {
    subject: 'The list',
    verb: 'is',
    says: wordsFor({
      'id-ascending': 'ordered by id, the lowest first',
      'id-descending': 'ordered by id, the highest first',
      insertion: 'ordered by age, the oldest first',
      unordered: 'in no order',
    }),
    advice: () => 'sort it yourself where the order is seen',
  },
  'list.query': {
    subject: 'A list with query parameters',
    verb: 'is',
    says: wordsFor({ ignored: 'answered as if there were none', refused: 'refused with 400' }),
    advice: (answer) => (answer === 'ignored' ? 'filter on your side' : 'send none'),
  },
  'post.extra-fields': {
    subject: 'A post',
    verb: 'has',
    says: fieldWords,
    advice: (types) =>
      fieldWords(types) === fieldWords('none')
        ? 'rely on id, title and content alone'
        : 'let them pass where you check the shape of a post',
  },
  'wire.charset': {
    subject: 'The media type of a reply',
    verb: 'is',
    says: wordsFor({ none: 'application/json alone', 'utf-8': 'application/json; charset=utf-8' }),
    advice: () => 'compare it without its parameters',
  },
  'wire.accept': {
    subject: 'A client that does not take application/json',
    verb: 'is',
    says: wordsFor({ ignored: 'answered in it all the same', 406: 'refused with 406' }),
    advice: () => 'send Accept: application/json',
  },
  'input.unexpected': {
    subject: 'A body on a GET or DELETE',
    verb: 'is',
    says: wordsFor({ ignored: 'ignored', refused: 'refused with 400' }),
    advice: () => 'send none',
  },
  'input.query': {
    subject: 'A request for one post, or a create, with query parameters',
    verb: 'is',
    says: wordsFor({ ignored: 'answered as if there were none', refused: 'refused with 400' }),
    advice: () => 'send none',
  },
  'method.other': {
    subject: 'A method that a path does not have',
    verb: 'is answered with',
    says: String,
    advice: (status) =>
      status === 405
        ? 'the Allow header names those that there are'
        : `take ${status} for a method that is not there`,
  },
  'method.head': {
    subject: 'HEAD',
    verb: 'is answered like',
    says: wordsFor({ 'as-get': 'GET, without the body', 'as-other': noSuchMethod }),
    advice: (answer) => (answer === 'as-get' ? undefined : 'use GET to see whether a post is there'),
  },
  'method.options': {
    subject: 'OPTIONS',
    verb: 'is answered',
    says: wordsFor({ allow: 'with 204 and Allow', 'as-other': `like ${noSuchMethod}` }),
    advice: (answer) => (answer === 'allow' ? undefined : 'do not ask which methods there are'),
  },
  'path.unknown': {
    subject: 'A path that the service does not have',
    verb: 'is answered with',
    says: String,
    advice: (status) => `take ${status} for a wrong address, or for a post that is missing`,
  },
  'path.trailing-slash': {
    subject: 'A path with a slash too many at its end',
    verb: 'is',
    says: wordsFor({ served: 'served as if it were not there', unknown: 'unknown' }),
    advice: (answer) => (answer === 'served' ? undefined : 'write paths without it'),
  },
  'cors.origins': {
    subject: 'The service',
    verb: 'lets in',
    says: wordsFor({ any: 'pages of any origin', none: 'pages of its own origin alone' }),
    advice: (answer) =>
      answer === 'any' ? undefined : 'call it from its own origin, or by way of your own server',
  },
}

function fieldWords(types: ExtraFieldTypes): string {
  const fields = Object.entries(types === 'none' ? {} : types)
    .map(([name, type]) => `${name} (${type})`)
    .toSorted()
  if (fields.length === 0) return 'no further fields'
  return `the further ${fields.length === 1 ? 'field' : 'fields'} ${fields.join(', ')}`
}

const partWords = { status: 'the status', title: 'the status in words', detail: 'what was wrong' } as const

function errorFieldWords(fields: ErrorFields): string {
  return Object.entries(fields)
    .map(([name, part]) =>
      typeof part === 'string' ? `${name} (${partWords[part]})` : `${name} { ${errorFieldWords(part)} }`,
    )
    .toSorted()
    .join(', ')
}

/** Where the words for people stand, such as `error.message`; undefined where there are none. */
function placeOfWords(fields: ErrorFields): string | undefined {
  for (const [name, part] of Object.entries(fields)) {
    if (part === 'detail') return name
    const inner = typeof part === 'string' ? undefined : placeOfWords(part)
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}
