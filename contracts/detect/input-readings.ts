import type { InvalidStatus, inputChoices } from '../../handlers/choices/input-choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { texts } from '../document/examples/texts.ts'
import { isRefusal, isSuccess } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { namedChanges, type TextChange } from '../document/text-changes.ts'
import {
  among,
  fromExample,
  masked,
  outcome,
  type Readers,
  type Reading,
  type Sightings,
  seen,
  type Trace,
  unknown,
} from './reading.ts'

/** How each choice of the input is read. */
export const inputReadings: Readers<keyof typeof inputChoices> = {
  'input.required': ({ traces }) => {
    const [title, content] = [traces.get('create/no-title'), traces.get('create/no-content')]
    const needs = refusals(title, content)
    if (!needs)
      return unknown('a create without a title or a content was neither done nor refused', title, content)
    return seen(
      needs[0] ? (needs[1] ? 'title+content' : 'title') : needs[1] ? 'content' : 'none',
      title,
      content,
    )
  },
  'input.empty': ({ traces }) => {
    const [title, content] = [traces.get('create/empty-title'), traces.get('create/empty-content')]
    const refuses = refusals(title, content)
    if (!refuses) return unknown('a create with an empty field was neither done nor refused', title, content)
    return seen(
      refuses[0] ? (refuses[1] ? 'refused' : 'title-refused') : refuses[1] ? 'content-refused' : 'accepted',
      title,
      content,
    )
  },
  'input.wrong-type': fromExample(
    'create/title-number',
    (trace) => outcome(trace, keptField(trace, 'title') === '7' ? 'coerced' : undefined, 'refused'),
    (trace) =>
      isSuccess(trace.exchange.reply)
        ? `a title that is a number is kept as ${stringifyJson(keptField(trace, 'title') ?? null)}`
        : `a title that is a number is answered with ${trace.exchange.reply.status}`,
  ),
  'input.unknown-fields': fromExample('create/unknown-field', (trace) =>
    outcome(trace, keptField(trace, 'mood') === 'calm' ? 'stored' : 'ignored', 'refused'),
  ),
  'input.client-id': fromExample('create/client-id', (trace) => {
    const id = toPostId(keptField(trace, 'id'))
    return outcome(
      trace,
      id === undefined ? undefined : id === trace.values.id ? 'honoured' : 'ignored',
      'refused',
    )
  }),
  'input.client-id-null': (sightings) => {
    const clientId = inputReadings['input.client-id'](sightings)
    if ('answer' in clientId && clientId.answer === 'ignored')
      return masked(
        'it has no effect: ids of clients are ignored',
        sightings.traces.get('create/client-id-null'),
      )
    return fromExample('create/client-id-null', (trace) => outcome(trace, 'as-none', 'refused'))(sightings)
  },
  'input.client-id-taken': (sightings) => {
    const trace = sightings.traces.get('create/client-id-taken')
    const clientId = inputReadings['input.client-id'](sightings)
    if ('answer' in clientId && clientId.answer !== 'honoured')
      return masked('it has no effect: ids of clients are not honoured', trace)
    const status = trace?.exchange.reply.status ?? 0
    return status >= 400 && status <= 500
      ? seen(status, trace)
      : unknown('a create with the id of another post was not refused', trace)
  },
  'input.invalid-status': readInvalidStatus,
  'input.malformed-status': fromExample('create/malformed', ({ exchange: { reply } }) =>
    isRefusal(reply) ? reply.status : undefined,
  ),
  'input.invalid-utf8': () => unknown('the requests of a contract are text'),
  'input.byte-order-mark': fromExample('create/byte-order-mark', (trace) =>
    outcome(trace, keptField(trace, 'content') === 'plain' ? 'ignored' : undefined, 'refused'),
  ),
  'input.duplicate-keys': fromExample('create/duplicate-key', (trace) =>
    outcome(trace, keptField(trace, 'title') === trace.values.title ? 'last-counts' : undefined, 'refused'),
  ),
  'input.max-depth': () => unknown('a limit shows at its edge alone, which takes many requests to find'),
  'input.media-type': orIgnored(fromExample('create/media-type', mediaTypeAnswer)),
  'input.no-media-type': orIgnored(fromExample('create/no-media-type', mediaTypeAnswer)),
  'input.charset': fromExample('create/charset', (trace) => {
    const { reply } = trace.exchange
    if (isRefusal(reply)) return reply.status
    return outcome(trace, keptField(trace, 'content') === 'plain' ? 'ignored' : undefined, undefined)
  }),
  'input.content-encoding': fromExample(
    'create/content-encoding',
    (trace) =>
      outcome(
        trace,
        keptField(trace, 'content') === 'plain' ? 'ignored' : undefined,
        among([415], trace.exchange.reply.status),
      ),
    ({ exchange }) =>
      `a body that says it is in gzip, and is not, is answered with ${exchange.reply.status}: it seems to be decoded`,
  ),
  'input.no-body': (sightings) => {
    const trace = sightings.traces.get('create/no-body')
    const required = inputReadings['input.required'](sightings)
    const canBeEmpty = 'answer' in required && required.answer === 'none'
    if (!canBeEmpty) return unknown('an empty object would be refused too', trace)
    return fromExample('create/no-body', (each) => outcome(each, 'as-empty-object', 'refused'))(sightings)
  },
  'input.max-length': () => unknown('a limit shows at its edge alone, which takes many requests to find'),
  'input.max-bytes': () => unknown('a limit shows at its edge alone, which takes many requests to find'),
  'text.kept': ({ traces }) => {
    const kept = texts.flatMap(({ name }) => {
      const trace = traces.get(`create/${name}`)
      return trace ? (['title', 'content'] as const).flatMap((field) => changesOf(trace, field)) : []
    })
    const changed = kept.filter(({ changes }) => changes === undefined || changes.length > 0)
    const all = new Set(
      changed.flatMap(({ changes }): readonly (TextChange | undefined)[] => changes ?? [undefined]),
    )
    const evidence = changed.map(({ trace }) => trace)
    if (kept.length === 0) return unknown('no text was kept')
    if (all.has(undefined)) return unknown('a text was changed in a way that breaks a clause', ...evidence)
    if (all.size > 1) return unknown(`several changes are made: ${[...all].join(', ')}`, ...evidence)
    return seen(
      [...all][0] ?? 'verbatim',
      ...(evidence.length > 0 ? evidence : kept.map(({ trace }) => trace).slice(0, 1)),
    )
  },
}

interface FieldChanges {
  readonly trace: Trace
  readonly changes: readonly TextChange[] | undefined
}

function changesOf(trace: Trace, field: 'title' | 'content'): FieldChanges[] {
  const sent = readBody(trace.exchange.request.body ?? '')
  const kept = keptField(trace, field)
  if (
    !isSuccess(trace.exchange.reply) ||
    !isObject(sent) ||
    typeof sent[field] !== 'string' ||
    typeof kept !== 'string'
  )
    return []
  return [{ trace, changes: namedChanges(sent[field], kept) }]
}

/** Whether each of two requests was refused; undefined where one was neither refused nor done. */
function refusals(...traces: (Trace | undefined)[]): boolean[] | undefined {
  const replies = traces.flatMap((trace) => (trace ? [trace.exchange.reply] : []))
  if (replies.length < traces.length || replies.some((reply) => !isRefusal(reply) && !isSuccess(reply)))
    return undefined
  return replies.map(isRefusal)
}

function readInvalidStatus({
  traces,
}: Sightings): ReturnType<Readers<'input.invalid-status'>['input.invalid-status']> {
  const shown = {
    missing: ['create/no-title', 'create/no-content', 'create/empty-title', 'create/empty-content'],
    'wrong-type': ['create/title-number', 'create/title-array'],
    'not-allowed': ['create/unknown-field', 'create/client-id', 'replace/body-id'],
  } as const
  const found = new Map<keyof typeof shown, Trace>()
  for (const [kind, keys] of Object.entries(shown) as [keyof typeof shown, readonly string[]][]) {
    const refused = keys
      .map((key) => traces.get(key))
      .find((trace) => trace && isRefusal(trace.exchange.reply))
    if (refused) found.set(kind, refused)
  }
  const [first] = found.values()
  if (!first) return masked('none of the bad bodies was refused')
  const statusOf = (kind: keyof typeof shown) => (found.get(kind) ?? first).exchange.reply.status
  const each = {
    missing: statusOf('missing'),
    'wrong-type': statusOf('wrong-type'),
    'not-allowed': statusOf('not-allowed'),
  }
  const answer: InvalidStatus = new Set(Object.values(each)).size === 1 ? each.missing : each
  const fits = (expected: InvalidStatus) =>
    [...found.keys()].every(
      (kind) => (typeof expected === 'number' ? expected : expected[kind]) === each[kind],
    )
  const unseen = Object.keys(shown).filter((kind) => !found.has(kind as keyof typeof shown))
  const doubt = unseen.length > 0 ? { inferred: `nothing was refused that is ${unseen.join(' or ')}` } : {}
  return { ...seen(answer, ...found.values()), ...doubt, fits }
}

/** A body that is ignored may be refused for what it lacks: a 400 fits both. */
function orIgnored<Answer>(read: (sightings: Sightings) => Reading<Answer>) {
  return (sightings: Sightings): Reading<Answer> => {
    const reading = read(sightings)
    if (!('answer' in reading) || reading.answer !== 400) return reading
    return { ...reading, fits: (expected) => expected === 400 || expected === 'ignored' }
  }
}

function mediaTypeAnswer(trace: Trace): 415 | 400 | 'accepted' | 'ignored' | undefined {
  const { reply } = trace.exchange
  if (isSuccess(reply)) return keptField(trace, 'content') === 'plain' ? 'accepted' : 'ignored'
  return among([415, 400], reply.status)
}

/** A field of the post that came of a request: as it was read afterwards, or as the reply to the request gave it. */
function keptField({ kept, exchange }: Trace, field: string): unknown {
  const post = kept ?? readBody(exchange.reply.body)
  return isObject(post) && Object.hasOwn(post, field) ? post[field] : undefined
}
