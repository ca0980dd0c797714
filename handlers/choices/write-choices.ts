import * as z from 'zod/mini'
import { postParts, type Template } from '../model/template.ts'
import {
  behaviour,
  body,
  clientError,
  errorBody,
  type Others,
  silences,
  special,
  status,
  treatment,
} from './kinds.ts'
import { placeOf } from './template-words.ts'

const silence = silences.replies
const aCreate = { silence, places: ['create'], shownBy: ['create/plain'], subject: 'A create' } as const
const aReplace = {
  silence,
  places: ['replace'],
  shownBy: ['replace/existing'],
  subject: 'A replace',
} as const
const aDelete = { silence, places: ['delete'], shownBy: ['delete/existing'], subject: 'A delete' } as const

const successAdvice: Readonly<Record<number, string>> = {
  202: 'count 202 as success, and read the post before you rely on it',
  204: 'count 204 as success, and expect no body',
  303: 'expect to end at the address of the Location header: fetch goes there by itself',
}

/** What the choices of a status of success have in common. */
const success = {
  classes: ['2xx', '303'],
  verb: 'answers',
  advice: (status: number) => successAdvice[status] ?? `count ${status} as success`,
} as const

const location = {
  yes: { answer: 'yes', says: 'a Location header with a path' },
  no: { answer: 'no', says: 'no Location header' },
  absolute: { answer: 'absolute', says: 'a Location header with a whole URL' },
  list: { answer: 'list', says: 'a Location header with the path of the list' },
} as const

/** The place of the post or its id in a body, in words. */
function placeIn(template: Template): string | undefined {
  for (const part of ['post', 'id']) {
    const place = placeOf(part, template)
    if (place !== undefined) return `take the ${part} from ${place}`
    if (template === part) return `take the ${part} from the reply`
  }
  return undefined
}

function ifNoId(others: Others, id: string, where: string): string {
  return `read the new id from the ${others[id] === 'no' || others[id] === 'none' ? 'list' : where}`
}

/** The replies of create, replace and delete. */
export const writeChoices = {
  'create.status': status({
    ...aCreate,
    ...success,
    about:
      'The status of a create that succeeded. With 204 there is no body; 303 leads to the new post (RFC 9110, section 15.4.4).',
    answers: [201, 200, 202, 204],
  }),
  'create.body': body({
    ...aCreate,
    about:
      'What a create gives back: the post, nothing, or JSON that names what stands where, such as {"data":"post"}.',
    answers: ['post', { id: 'id' }, 'none', { data: 'post' }, 'id', { message: 'text', post: { id: 'id' } }],
    parts: postParts,
    verb: 'gives back',
    advice: (template, others) =>
      template === 'post'
        ? 'take the new post from the reply'
        : (placeIn(template) ?? ifNoId(others, 'create.location', 'Location header')),
  }),
  'create.location': behaviour({
    ...aCreate,
    about:
      'Whether a create names the new post in a Location header: as a path ("yes"), as an absolute URL, or not; or it names the list.',
    answers: [
      { ...location.yes, advice: "resolve it against the service's address" },
      { ...location.no, advice: (_answer, others) => ifNoId(others, 'create.body', 'body') },
      { ...location.absolute, advice: 'use it as it stands' },
      { ...location.list, advice: (_answer, others) => ifNoId(others, 'create.body', 'body') },
    ],
    verb: 'sends',
  }),
  'replace.status': status({
    ...aReplace,
    ...success,
    about: 'The status of a replace that succeeded. With 204 there is no body; 303 leads to the post.',
    answers: [200, 204, 201, 202],
  }),
  'replace.body': body({
    ...aReplace,
    about: 'What a replace gives back: the post as it now is, nothing, or JSON that names what stands where.',
    answers: ['post', 'none', {}, { data: 'post' }, { message: 'text' }, 'sent'],
    parts: postParts,
    verb: 'gives back',
    advice: (template) =>
      template === 'post'
        ? 'take what was kept from the reply'
        : (placeIn(template) ?? 'read the post again to see what was kept'),
  }),
  'replace.missing': special({
    silence: silences.invalid,
    about:
      'A replace of a post that does not exist: refused with a status, or the post is created under that id ("creates-201" answers 201; an id beyond int64 is 404).',
    places: ['replace'],
    shownBy: ['replace/missing'],
    answers: [404, 'creates-201', 'creates-200', 'creates-204', 409, 410, 422],
    schema: z.union([clientError, z.string().check(z.regex(/^creates-2\d\d$/))]) as z.ZodMiniType<
      number | `creates-${number}`
    >,
    allowed:
      '404, "creates-201", "creates-200", "creates-204", 409, 410, 422, another 4xx status, or another 2xx status after "creates-"',
    subject: 'A replace of a post that does not exist',
    verb: 'is answered with',
    says: (answer) =>
      typeof answer === 'number' ? String(answer) : `${answer.slice(-3)} and creates the post`,
    advice: (answer) =>
      typeof answer === 'number'
        ? `take ${answer} for a post that is gone: nothing was written`
        : 'look first whether the post is there, or a deleted one comes back',
  }),
  'replace.location': behaviour({
    silence: silences.replies,
    about:
      'Whether a replace that created the post names it in a Location header (RFC 9110, section 9.3.4): not, as a path ("yes"), or as an absolute URL.',
    places: ['replace'],
    shownBy: ['replace/missing'],
    answers: [location.no, location.yes, location.absolute],
    subject: 'A replace that creates the post',
    verb: 'sends',
    advice: 'the post is at the address that was replaced, with the header or without',
    hidden: {
      by: 'replace.missing',
      where: (answer) => typeof answer === 'number',
      as: 'no',
      why: 'a replace of a post that does not exist creates none',
    },
  }),
  'replace.checks-first': behaviour({
    silence: silences.invalid,
    about: 'A replace with a bad body of a post that does not exist: which of the two faults is answered.',
    places: ['replace'],
    shownBy: ['replace/bad-and-missing'],
    answers: [
      {
        answer: 'body',
        says: 'the body',
        advice: 'a complaint about the body does not mean that the post exists',
      },
      {
        answer: 'post',
        says: 'the missing post',
        advice: 'a missing post hides what is wrong with the body',
      },
    ],
    subject: 'A replace with a bad body of a post that does not exist',
    verb: 'is refused for',
    hidden: {
      by: 'replace.missing',
      where: (answer) => typeof answer === 'string',
      as: 'body',
      why: 'a replace of a post that does not exist creates it',
    },
  }),
  'replace.body-id': treatment({
    silence: silences.input,
    about:
      'A replace whose body has an id other than the one in the path: the body id is ignored, or the request is refused.',
    places: ['replace'],
    shownBy: ['replace/body-id'],
    answers: [
      { answer: 'ignored', says: 'done under the id in the path', advice: 'only the id in the path counts' },
      { answer: 'refused', says: 'refused' },
    ],
    refusedWith: { choice: 'input.invalid-status' },
    subject: 'A replace with another id in the body than in the path',
    advice: 'leave the id out of the body',
  }),
  'replace.body-id-body': errorBody({
    about: 'The body of an error about an id in the body of a replace: that of any other error, or another.',
    places: ['replace'],
    shownBy: ['replace/body-id'],
    subject: 'A replace with an id that is refused',
    hidden: {
      by: 'replace.body-id',
      where: (answer) => answer === 'ignored',
      as: 'same',
      why: 'an id in the body of a replace is ignored',
    },
  }),
  'delete.status': status({
    ...aDelete,
    ...success,
    about: 'The status of a delete that removed a post. With 204 there is no body; 303 leads to the list.',
    answers: [204, 200, 202],
  }),
  'delete.body': body({
    ...aDelete,
    about: 'What a delete gives back: nothing, the post as it was, or JSON that names what stands where.',
    answers: ['none', 'post', {}, { message: 'text' }, 1, ['post']],
    parts: postParts.filter((part) => part !== 'sent'),
    verb: 'gives back',
    advice: (template) =>
      template === 'post'
        ? 'the reply has what was deleted'
        : (placeIn(template) ?? 'keep the post yourself where it is needed afterwards'),
  }),
  'delete.missing': status({
    silence: silences.invalid,
    about:
      'The status of a delete of a post that does not exist; the state is the same after all of them, and there is no post to give back.',
    places: ['delete'],
    shownBy: ['delete/deleted'],
    answers: [404, 204, 200, 410],
    classes: ['2xx', '4xx'],
    subject: 'A delete of a post that does not exist',
    advice: (status) =>
      status >= 400
        ? `take ${status} for done: the post is gone`
        : 'success does not mean that there was a post',
  }),
} as const
