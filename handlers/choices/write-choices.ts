import { choose, chooseClientError, silences } from './choice.ts'

/** What create, replace and delete answer. */
export const writeChoices = {
  'create.status': choose(
    silences.replies,
    'The status of a create that succeeded. With 204 there is no body.',
    [201, 200, 202, 204],
  ),
  'create.body': choose(
    silences.replies,
    'What a create gives back: the whole post, an object with its id alone, or nothing.',
    ['post', 'id', 'none'],
  ),
  'create.location': choose(
    silences.replies,
    'Whether a create names the new post in a Location header: as a path ("yes"), as an absolute URL, or not.',
    ['yes', 'no', 'absolute'],
  ),
  'replace.status': choose(
    silences.replies,
    'The status of a replace that succeeded. With 204 there is no body.',
    [200, 204, 201, 202],
  ),
  'replace.body': choose(
    silences.replies,
    'What a replace gives back: the post as it now is, nothing, or {}.',
    ['post', 'none', 'empty-object'],
  ),
  'replace.missing': chooseClientError(
    silences.invalid,
    'A replace of a post that does not exist: refused with a status, or the post is created under that id ("creates-201" answers 201; an id beyond int64 is 404).',
    [404, 'creates-201', 'creates-200', 'creates-204', 409, 410, 422],
  ),
  'replace.location': choose(
    silences.replies,
    'Whether a replace that created the post names it in a Location header (RFC 9110, section 9.3.4): not, as a path ("yes"), or as an absolute URL.',
    ['no', 'yes', 'absolute'],
  ),
  'replace.checks-first': choose(
    silences.invalid,
    'A replace with a bad body of a post that does not exist: which of the two faults is answered.',
    ['body', 'post'],
  ),
  'replace.body-id': choose(
    silences.input,
    'A replace whose body has an id other than the one in the path: the body id is ignored, or the request is refused.',
    ['ignored', 'refused'],
  ),
  'delete.status': choose(
    silences.replies,
    'The status of a delete that removed a post. With 204 there is no body.',
    [204, 200, 202],
  ),
  'delete.body': choose(silences.replies, 'What a delete gives back: nothing, the post as it was, or {}.', [
    'none',
    'post',
    'empty-object',
  ]),
  'delete.missing': choose(
    silences.invalid,
    'The status of a delete of a post that does not exist; the state is the same after all of them, and there is no post to give back.',
    [404, 204, 200, 410],
  ),
} as const
