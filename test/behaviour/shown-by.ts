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
  'replace.body-id': [['answers a replace whose body has the id of another post']],
  'delete.status': [['deletes a post and leaves the others']],
  'delete.body': [['deletes a post and leaves the others'], { 'delete.status': 200 }],
  'delete.missing': [['changes nothing by deleting a post that does not exist']],
  'input.required': [['takes a title alone, or not', 'takes a content alone, or not']],
  'input.empty': [['takes an empty title, or not', 'takes an empty content, or not']],
  'input.wrong-type': [['takes null, or not', 'takes numbers, or not', 'takes booleans, or not']],
  'input.unknown-fields': [['takes unknown fields of every type, or not']],
  'input.client-id': [['answers a create that brings a free id']],
  'input.invalid-status': [
    ['takes a title alone, or not', 'takes numbers, or not', 'takes an unknown field, or not'],
    { 'input.unknown-fields': 'refused' },
  ],
  'input.invalid-body': [['takes numbers, or not']],
  'input.malformed-status': [['finds no JSON in an open brace']],
  'input.media-type': [['answers another JSON']],
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
  'error.body': [['answers 404 to reading a post that does not exist']],
  'list.order': [['answers a create that brings an id below all others'], { 'input.client-id': 'honoured' }],
  'post.extra-fields': [['creates a post that can be read and is listed']],
  'method.other': [['answers methods that the collection does not have']],
  'cors.origins': [['lets a page of another origin read, or not', 'answers preflights, or not']],
}
