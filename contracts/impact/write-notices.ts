import type { Profile } from '../../handlers/choices/profile.ts'
import type { writeChoices } from '../../handlers/choices/write-choices.ts'
import type { AnswerTo } from '../../handlers/choices.ts'
import { type Notice, wordsFor } from './notice.ts'

type Notices = { readonly [Id in keyof typeof writeChoices]: Notice<AnswerTo<Id>> }

const success = (status: number) =>
  status === 204
    ? 'count 204 as success, and expect no body'
    : status === 202
      ? 'count 202 as success, and read the post before you rely on it'
      : `count ${status} as success`
const locationWords = wordsFor({
  yes: 'a Location header with a path',
  no: 'no Location header',
  absolute: 'a Location header with a whole URL',
})
const notThePost = 'do not take the body for the post'

/** What a client notices of create, replace and delete. */
export const writeNotices: Notices = {
  'create.status': { subject: 'A create', verb: 'answers', says: String, advice: success },
  'create.body': {
    subject: 'A create',
    verb: 'gives back',
    says: wordsFor({ post: 'the whole post', id: 'the id alone', none: 'no body' }),
    advice: (body, profile) =>
      body === 'post'
        ? 'take the new post from the reply'
        : body === 'id'
          ? 'take the id from the reply and read the post'
          : `read the new id from the ${profile['create.location'] === 'no' ? 'list' : 'Location header'}`,
  },
  'create.location': {
    subject: 'A create',
    verb: 'sends',
    says: locationWords,
    advice: (location, profile) =>
      location === 'yes'
        ? "resolve it against the service's address"
        : location === 'absolute'
          ? 'use it as it stands'
          : `read the new id from the ${profile['create.body'] === 'none' ? 'list' : 'body'}`,
  },
  'replace.status': { subject: 'A replace', verb: 'answers', says: String, advice: success },
  'replace.body': {
    subject: 'A replace',
    verb: 'gives back',
    says: wordsFor({ post: 'the post as it is now', none: 'no body', 'empty-object': '{}' }),
    advice: (body) =>
      ({
        post: 'take what was kept from the reply',
        none: 'read the post again to see what was kept',
        'empty-object': notThePost,
      })[body],
  },
  'replace.missing': {
    subject: 'A replace of a post that does not exist',
    verb: 'is answered with',
    says: (answer) =>
      typeof answer === 'number' ? String(answer) : `${answer.slice(-3)} and creates the post`,
    advice: (answer) =>
      typeof answer === 'number'
        ? `take ${answer} for a post that is gone: nothing was written`
        : 'look first whether the post is there, or a deleted one comes back',
  },
  'replace.location': {
    subject: 'A replace that creates the post',
    verb: 'sends',
    says: (answer, profile) => locationWords(typeof profile['replace.missing'] === 'number' ? 'no' : answer),
    advice: () => 'the post is at the address that was replaced, with the header or without',
  },
  'replace.checks-first': {
    subject: 'A replace with a bad body of a post that does not exist',
    verb: 'is refused for',
    says: (answer, profile) => (isBodyFirst(answer, profile) ? 'the body' : 'the missing post'),
    advice: (answer, profile) =>
      isBodyFirst(answer, profile)
        ? 'a complaint about the body does not mean that the post exists'
        : 'a missing post hides what is wrong with the body',
  },
  'replace.body-id': {
    subject: 'A replace with another id in the body than in the path',
    verb: 'is',
    says: wordsFor({ ignored: 'done under the id in the path', refused: 'refused' }),
    advice: (answer) =>
      answer === 'refused' ? 'leave the id out of the body' : 'only the id in the path counts',
  },
  'delete.status': { subject: 'A delete', verb: 'answers', says: String, advice: success },
  'delete.body': {
    subject: 'A delete',
    verb: 'gives back',
    says: wordsFor({ none: 'no body', post: 'the post as it was', 'empty-object': '{}' }),
    advice: (body) =>
      ({
        none: 'keep the post yourself where it is needed afterwards',
        post: 'the reply has what was deleted',
        'empty-object': notThePost,
      })[body],
  },
  'delete.missing': {
    subject: 'A delete of a post that does not exist',
    verb: 'is answered with',
    says: String,
    advice: (status) =>
      status >= 400
        ? `take ${status} for done: the post is gone`
        : 'success does not mean that there was a post',
  },
}

/** Where a replace creates what is missing, nothing but the body can be at fault. */
function isBodyFirst(answer: AnswerTo<'replace.checks-first'>, profile: Profile): boolean {
  return answer === 'body' || typeof profile['replace.missing'] === 'string'
}
