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
const aCreate = { silence, places: ['create'], shownBy: ['create/plain'] } as const
const aReplace = { silence, places: ['replace'], shownBy: ['replace/existing'] } as const
const aDelete = { silence, places: ['delete'], shownBy: ['delete/existing'] } as const

const successAdvice: Readonly<Record<number, string>> = {
  202: 'Treat 202 as success, but read the post before you rely on the change',
  204: 'Treat 204 as success without a body',
  303: 'Expect a redirect to the Location header, which fetch follows',
}

/** What the choices of a status of success have in common. */
const success = {
  classes: ['2xx', '303'],
  advice: (status: number) => successAdvice[status] ?? `Treat ${status} as success`,
} as const

const location = {
  yes: { answer: 'yes', says: 'the path of the post' },
  no: { answer: 'no', says: 'missing' },
  absolute: { answer: 'absolute', says: 'the absolute URL of the post' },
  list: { answer: 'list', says: 'the path of the list' },
} as const

/** The place of the post or its id in a body, in words. */
function placeIn(template: Template): string | undefined {
  for (const part of ['post', 'id']) {
    const place = placeOf(part, template)
    if (place !== undefined) return `Read the ${part} from \`${place}\``
    if (template === part) return `Read the ${part} from the response`
  }
  return undefined
}

function ifNoId(others: Others, id: string, where: string): string {
  return `Read the new id from the ${others[id] === 'no' || others[id] === 'none' ? 'list' : where}`
}

/** The replies of create, replace and delete. */
export const writeChoices = {
  'create.status': status({
    ...aCreate,
    ...success,
    about:
      'The status of a successful create. 204 has no body; 303 redirects to the new post (RFC 9110, section 15.4.4).',
    answers: [201, 200, 202, 204],
    subject: 'A create',
  }),
  'create.body': body({
    ...aCreate,
    about: 'The response body of a create: the post, empty, or a JSON template such as {"data":"post"}.',
    answers: ['post', { id: 'id' }, 'none', { data: 'post' }, 'id', { message: 'text', post: { id: 'id' } }],
    parts: postParts,
    subject: 'The response body of a create',
    advice: (template, others) =>
      template === 'post'
        ? 'Read the new post from the response'
        : (placeIn(template) ?? ifNoId(others, 'create.location', 'Location header')),
  }),
  'create.location': behaviour({
    ...aCreate,
    about:
      'The Location header of a create: the path of the new post ("yes"), its absolute URL, the path of the list, or no header.',
    answers: [
      { ...location.yes, advice: 'Resolve it against the base URL' },
      { ...location.no, advice: (_answer, others) => ifNoId(others, 'create.body', 'body') },
      { ...location.absolute, advice: 'Use the URL without changes' },
      { ...location.list, advice: (_answer, others) => ifNoId(others, 'create.body', 'body') },
    ],
    subject: 'The Location header of a create',
  }),
  'replace.status': status({
    ...aReplace,
    ...success,
    about: 'The status of a successful replace. 204 has no body; 303 redirects to the post.',
    answers: [200, 204, 201, 202],
    subject: 'A replace',
  }),
  'replace.body': body({
    ...aReplace,
    about: 'The response body of a replace: the stored post, empty, or a JSON template.',
    answers: ['post', 'none', {}, { data: 'post' }, { message: 'text' }, 'sent'],
    parts: postParts,
    subject: 'The response body of a replace',
    advice: (template) =>
      template === 'post'
        ? 'Read the stored post from the response'
        : (placeIn(template) ?? 'Read the post again to see what was stored'),
  }),
  'replace.missing': special({
    silence: silences.invalid,
    about:
      'A replace of a missing post: refused with a status, or the post is created with that id ("creates-201" returns 201; an id outside int64 gets 404).',
    places: ['replace'],
    shownBy: ['replace/missing'],
    answers: [404, 'creates-201', 'creates-200', 'creates-204', 409, 410, 422],
    schema: z.union([clientError, z.string().check(z.regex(/^creates-2\d\d$/))]) as z.ZodMiniType<
      number | `creates-${number}`
    >,
    allowed:
      '404, "creates-201", "creates-200", "creates-204", 409, 410, 422, another 4xx status, or another 2xx status after "creates-"',
    subject: 'A replace of a missing post',
    verb: 'returns',
    says: (answer) =>
      typeof answer === 'number' ? String(answer) : `${answer.slice(-3)} (the post is created)`,
    advice: (answer) =>
      typeof answer === 'number'
        ? `Treat ${answer} as a deleted post. Nothing was stored`
        : 'Check first whether the post exists, or you restore a deleted post',
  }),
  'replace.location': behaviour({
    silence: silences.replies,
    about:
      'The Location header of a replace that creates the post (RFC 9110, section 9.3.4): no header, the path of the post ("yes"), or its absolute URL.',
    places: ['replace'],
    shownBy: ['replace/missing'],
    answers: [location.no, location.yes, location.absolute],
    subject: 'The Location header of a replace that creates the post',
    advice: 'Use the URL of the request: the post is there',
    hidden: {
      by: 'replace.missing',
      where: (answer) => typeof answer === 'number',
      as: 'no',
      why: 'a replace of a missing post does not create it',
    },
  }),
  'replace.checks-first': behaviour({
    silence: silences.invalid,
    about:
      'A replace of a missing post with an invalid body: the error is about the body, or about the missing post.',
    places: ['replace'],
    shownBy: ['replace/bad-and-missing'],
    answers: [
      {
        answer: 'body',
        says: 'the invalid body',
        advice: 'Do not conclude from an error about the body that the post exists',
      },
      {
        answer: 'post',
        says: 'the missing post',
        advice: 'Expect errors about the body only for a post that exists',
      },
    ],
    subject: 'A replace of a missing post with an invalid body',
    verb: 'reports',
    hidden: {
      by: 'replace.missing',
      where: (answer) => typeof answer === 'string',
      as: 'body',
      why: 'a replace of a missing post creates it',
    },
  }),
  'replace.body-id': treatment({
    silence: silences.input,
    about:
      'A replace whose body has a different id than the path: the id in the body is ignored, or the request is refused.',
    places: ['replace'],
    shownBy: ['replace/body-id'],
    answers: [
      { answer: 'ignored', says: 'ignored' },
      { answer: 'refused', says: 'refused' },
    ],
    refusedWith: { choice: 'input.invalid-status' },
    subject: 'A different id in the body of a replace',
    advice: 'Do not send an id in the body',
  }),
  'replace.body-id-body': errorBody({
    about:
      'The error body for a refused id in the body of a replace: `error.body` ("same"), or another body.',
    places: ['replace'],
    shownBy: ['replace/body-id'],
    subject: 'The error body for a refused id in a replace',
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
    about: 'The status of a successful delete. 204 has no body; 303 redirects to the list.',
    answers: [204, 200, 202],
    subject: 'A delete',
  }),
  'delete.body': body({
    ...aDelete,
    about: 'The response body of a delete: empty, the deleted post, or a JSON template.',
    answers: ['none', 'post', {}, { message: 'text' }, 1, ['post']],
    parts: postParts.filter((part) => part !== 'sent'),
    subject: 'The response body of a delete',
    advice: (template) =>
      template === 'post'
        ? 'Read the deleted post from the response'
        : (placeIn(template) ?? 'Keep a copy of the post if you need it later'),
  }),
  'delete.missing': status({
    silence: silences.invalid,
    about:
      'The status of a delete of a missing post. The state does not change, and the response contains no post.',
    places: ['delete'],
    shownBy: ['delete/deleted'],
    answers: [404, 204, 200, 410],
    classes: ['2xx', '4xx'],
    subject: 'A delete of a missing post',
    advice: (status) =>
      status >= 400
        ? `Treat ${status} as success: the post is deleted`
        : `Do not conclude from ${status} that the post existed`,
  }),
} as const
