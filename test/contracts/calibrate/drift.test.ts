import { expect, test } from 'vitest'
import { concludeAll } from '../../../contracts/calibrate/conclusion.ts'
import { driftFrom } from '../../../contracts/calibrate/drift.ts'
import type { Detections } from '../../../contracts/calibrate/experiment.ts'
import { masked, seen, unknown } from '../../../contracts/choices/detection.ts'
import type { PartialProfile } from '../../../handlers/choices/profile.ts'

/** What became of one choice in two rounds. */
function conclusion(first: Detections, second: Detections) {
  return concludeAll(first, second).find(({ reason }) => reason !== 'it was not tested')
}

test.each<[string, Detections, Detections, object]>([
  [
    'is sure of what it saw twice',
    { 'create.status': seen(201) },
    { 'create.status': seen(201) },
    { verdict: 'learned', answer: 201, sure: 'seen twice' },
  ],
  [
    'tells what changed between the rounds',
    { 'create.status': seen(201) },
    { 'create.status': seen(200) },
    { verdict: 'changing', reason: 'first 201, later 200' },
  ],
  [
    'tells what was clear once',
    { 'create.status': seen(201) },
    { 'create.status': unknown('it was 503') },
    { verdict: 'changing', reason: 'first 201, later unclear: it was 503' },
  ],
  [
    'keeps what was seen before something hid it',
    { 'id.reuse': seen('never') },
    { 'id.reuse': masked('no post was left') },
    { verdict: 'learned', answer: 'never', sure: 'seen once' },
  ],
  [
    'takes the later of two conclusions where it is the nearer',
    {
      'input.max-bytes': {
        ...seen(1000),
        inferred: 'about',
        fits: (limit: unknown) => Number(limit) >= 1000,
      },
    },
    { 'input.max-bytes': { ...seen(1200), inferred: 'about' } },
    { verdict: 'learned', answer: 1200, sure: 'inferred', reason: 'about' },
  ],
  [
    'knows nothing of what has no occasion to show',
    { 'id.reuse': masked('ids have no order') },
    { 'id.reuse': masked('ids have no order') },
    { verdict: 'masked', reason: 'ids have no order' },
  ],
])('%s', (_fact, first, second, expected) => {
  expect(conclusion(first, second)).toMatchObject(expected)
})

function drift(earlier: PartialProfile, now: Detections) {
  return driftFrom(earlier, concludeAll(now, now), now)
}

test.each<[string, PartialProfile, Detections, object[]]>([
  ['nothing where the answer is the same', { 'create.status': 201 }, { 'create.status': seen(201) }, []],
  [
    'another answer',
    { 'create.status': 201 },
    { 'create.status': seen(202) },
    [{ choice: 'create.status', before: 201, now: 202 }],
  ],
  ['nothing of what the profile does not state', {}, { 'create.status': seen(202) }, []],
  ['nothing of what has no occasion to show', { 'id.reuse': 'never' }, { 'id.reuse': masked('…') }, []],
  [
    'an answer that no profile can give any more',
    { 'delete.missing': 404 },
    { 'delete.missing': unknown('the reply is 418') },
    [{ choice: 'delete.missing', before: 404, reason: 'the reply is 418' }],
  ],
  [
    'an answer that no profile could give before',
    { unknown: ['delete.missing'] },
    { 'delete.missing': seen(404) },
    [{ choice: 'delete.missing', now: 404 }],
  ],
  [
    'nothing where what was seen fits: ids that went on, a limit beyond what was tried',
    { 'id.assignment': { from: 7 }, 'input.max-bytes': 10_485_760 },
    {
      'id.assignment': { ...seen({ from: 90 }), fits: () => true },
      'input.max-bytes': {
        ...seen('none' as const),
        fits: (limit: unknown) => limit === 'none' || Number(limit) >= 2_097_153,
      },
    },
    [],
  ],
])('tells %s', (_what, earlier, now, expected) => {
  expect(drift(earlier, now)).toEqual(expected)
})
