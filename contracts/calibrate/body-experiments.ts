import { type AnswerTo, choiceOf } from '../../handlers/choices.ts'
import { detectPerOperation } from '../detect/by-kind.ts'
import { type Detection, type Observations, seen, unknown } from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import type { Experiments } from './experiment.ts'
import { isSameReply } from './likeness.ts'

type MediaTypeAnswer = AnswerTo<'input.media-type'>

/** How the provider treats unusual bodies, found by comparing replies. */
export const bodyExperiments: Experiments = {
  'input.media-type': async ({ observations }) =>
    orIgnored('input.media-type', 'create/media-type', observations),
  'input.no-media-type': async ({ observations }) =>
    orIgnored('input.no-media-type', 'create/no-media-type', observations),

  'input.no-body': async ({ observations }) =>
    detectPerOperation(choiceOf('input.no-body'), ([key = '']) =>
      withoutBody(key.split('/')[0], observations),
    ) as Detection<AnswerTo<'input.no-body'>>,

  'input.invalid-utf8': ({ trials, observations: { byExample } }) =>
    trials.onSubject(async (subject) => {
      const [before = '', after = ''] = JSON.stringify({ title: subject.title, content: '|' }).split('|')
      const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0x61, 0xff, 0x62), Buffer.from(after)])
      const { exchange } = await trials.tryReplace(subject, bytes)
      if (!exchange) return unknown('the connection was closed at a body that is not UTF-8')
      const observation = { exchange, values: {} }
      const { status } = exchange.reply
      if (isRefusal(exchange.reply)) {
        const malformed = byExample.get('replace/malformed')?.exchange.reply.status
        return seen(status === malformed ? 'refused' : status, observation)
      }
      if (!isSuccess(exchange.reply))
        return unknown(`a body that is not UTF-8 answers ${status}`, observation)
      const post = readBody((await trials.ask({ method: 'GET', path: `/posts/${subject.id}` })).reply.body)
      return isObject(post) && post.content === 'a\ufffdb'
        ? seen('replaced', observation)
        : unknown('a body that is not UTF-8 is kept differently', observation)
    }),
}

/** Detects how a create or replace without a body is treated, by comparing its reply with that to an empty object. */
function withoutBody(
  operation = '',
  { byExample }: Observations,
): Detection<'refused' | 'as-empty-object' | number> {
  const [none, empty] = [byExample.get(`${operation}/no-body`), byExample.get(`${operation}/empty-object`)]
  const malformed = byExample.get(`${operation}/malformed`)?.exchange.reply
  if (!none || !empty || !malformed) return unknown('its requests were not run')
  const { reply } = none.exchange
  if (isSuccess(reply)) return seen('as-empty-object', none)
  if (!isRefusal(reply)) return unknown(`a ${operation} without a body answers ${reply.status}`, none)
  const isEmpty = isSameReply(reply, empty.exchange.reply)
  if (isEmpty && (tells(reply) || reply.status !== malformed.status))
    return seen('as-empty-object', none, empty)
  const answer = reply.status === malformed.status ? 'refused' : reply.status
  if (!isEmpty) return seen(answer, none, empty)
  const inferred = 'an empty object is refused in the same way'
  return { ...seen('refused' as const, none, empty), inferred, fits: () => true }
}

/** A body that is ignored gets the same reply as an empty object. */
function orIgnored(
  choice: 'input.media-type' | 'input.no-media-type',
  key: string,
  observations: Observations,
): Detection<MediaTypeAnswer> {
  const [observation, empty] = [
    observations.byExample.get(key),
    observations.byExample.get('create/empty-object'),
  ]
  const reading = detectChoice(choice, observations)
  if (!observation || !empty || isSuccess(observation.exchange.reply)) return reading
  const { reply } = observation.exchange
  if (isSameReply(reply, empty.exchange.reply)) {
    if (tells(reply) || !('answer' in reading)) return seen('ignored', observation, empty)
    return { ...reading, inferred: 'an empty object is refused in the same way' }
  }
  return 'answer' in reading ? seen(reading.answer, observation) : reading
}

function tells({ body }: ReceivedReply): boolean {
  return body !== '' && body !== '{}'
}
