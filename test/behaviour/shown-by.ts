import type { PartialProfile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { Gate } from '../support/arbitrary-profile.ts'

/** The cases that tell every two answers of a choice apart, and the other answers it takes for them to show. */
export const shownBy: {
  readonly [Id in Exclude<ChoiceId, Gate>]: readonly [facts: readonly string[], profile?: PartialProfile]
} = {
  'create.status': [['creates a post that can be read and is listed']],
  'create.body': [['creates a post that can be read and is listed']],
  'create.location': [['creates a post that can be read and is listed']],
  'replace.status': [['replaces a post wholly under the same id, and no other']],
  'replace.body': [['replaces a post wholly under the same id, and no other']],
  'replace.missing': [['answers a replace of a post that does not exist, twice']],
  'replace.location': [
    ['answers a replace of a post that does not exist, twice'],
    { 'replace.missing': 'creates-201' },
  ],
  'replace.checks-first': [['answers a bad replace of a post that does not exist']],
  'replace.body-id': [['answers a replace whose body has the id of another post']],
  'delete.status': [['deletes a post and leaves the others']],
  'delete.body': [['deletes a post and leaves the others'], { 'delete.status': 200 }],
  'delete.missing': [['changes nothing by deleting a post that does not exist']],
  'input.required': [['takes a title alone, or not', 'takes a content alone, or not']],
  'input.empty': [['takes an empty title, or not', 'takes an empty content, or not']],
  'input.wrong-type': [['takes null, or not', 'takes numbers, or not', 'takes booleans, or not']],
  'input.unknown-fields': [['takes unknown fields of every type, or not']],
  'input.client-id': [['answers a create that brings a free id']],
  'input.client-id-null': [['answers a create that brings the id null'], { 'input.client-id': 'honoured' }],
  'input.client-id-taken': [['answers a create that brings an id in use'], { 'input.client-id': 'honoured' }],
  'input.invalid-status': [
    ['takes a title alone, or not', 'takes numbers, or not', 'takes an unknown field, or not'],
    { 'input.unknown-fields': 'refused' },
  ],
  'input.invalid-body': [['takes numbers, or not']],
  'input.malformed-body': [['finds no JSON in an open brace']],
  'input.malformed-status': [['finds no JSON in an open brace']],
  'input.invalid-utf8': [['answers bytes that are no UTF-8']],
  'input.byte-order-mark': [['answers a byte order mark before the JSON']],
  'input.duplicate-keys': [['answers a title named twice, once in escapes']],
  'input.max-depth': [['answers 33 levels', 'answers 65 levels', 'answers 513 levels']],
  'input.media-type': [['answers another JSON']],
  'input.no-media-type': [['answers a body without a media type']],
  'input.charset': [['answers JSON in another charset']],
  'input.content-encoding': [['answers a body that says it is in gzip, and is not']],
  'input.no-body': [['answers a write without a body']],
  'input.max-length': [
    [
      'takes titles of 256 characters, or not',
      'takes titles up to a longer length',
      'counts characters and not UTF-16 units',
    ],
  ],
  'input.max-bytes': [
    ['answers a body of 102401 bytes', 'answers a body of 1048577 bytes', 'answers a body of 2097153 bytes'],
  ],
  'text.kept': [['keeps texts as the profile says']],
  'id.assignment': [['creates two posts of the same data']],
  'id.reuse': [
    ['gives out ids after posts in between are gone', 'gives out an id after the highest post is gone'],
  ],
  'id.malformed': [['finds no id in letters']],
  'id.out-of-range': [['answers an id one above int64'], { 'id.malformed': 400 }],
  'error.body': [['answers 404 to reading a post that does not exist']],
  'list.order': [['answers a create that brings an id below all others'], { 'input.client-id': 'honoured' }],
  'list.query': [['answers a list with query parameters']],
  'post.extra-fields': [['creates a post that can be read and is listed']],
  'wire.charset': [['lists every post once, and the same twice']],
  'wire.accept': [['answers whoever takes no JSON']],
  'input.unexpected': [['answers a DELETE that has a body']],
  'input.query': [['answers query parameters elsewhere']],
  'method.other': [['answers methods that the collection does not have']],
  'method.head': [['answers HEAD as it answers GET, or as another method']],
  'method.options': [['answers OPTIONS that is not a preflight']],
  'path.unknown': [['finds nothing at another collection']],
  'path.case': [['serves the list in capitals, or not']],
  'path.trailing-slash': [['serves the list with a slash at the end, or not']],
  'cors.origins': [['lets a page of another origin read, or not', 'answers preflights, or not']],
}
