import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import type { InteractionRun } from '../../../contracts/pact/replay/interaction-queue.ts'
import { nativeResult, readNativeReport } from '../../../contracts/pact/replay/native-report.ts'

const [interaction] = (await deriveContract({ kind: 'document' })).interactions
if (!interaction) throw new Error('The document contract is empty.')
const interactionRun: InteractionRun = { contract: 'document', interaction }
const exchange = {
  request: { method: 'GET', path: '/posts', headers: {} },
  reply: { status: 200, headers: {}, body: '[]' },
}

function report(result: object): string {
  return JSON.stringify({
    result: true,
    interactionResults: [{ interactionKey: interaction?.key, ...result }],
  })
}

function resultOf(subject: InteractionRun, text: string) {
  return nativeResult(subject, readNativeReport('document', text))
}

test('believes Pact where a request passed the tap', () => {
  expect(resultOf({ ...interactionRun, exchange }, report({ result: 'OK' }))).toMatchObject({
    verdict: 'ok',
    messages: [],
  })
})

test('does not believe Pact where no request passed the tap', () => {
  expect(resultOf(interactionRun, report({ result: 'OK' }))).toMatchObject({
    verdict: 'error',
    messages: ['Pact accepted it, but sent no request'],
  })
})

test.each([
  '{}',
  '{"result":true,"interactionResults":[]}',
  report({ interactionKey: 'another', result: 'OK' }),
])('does not take silence for consent: %s', (text) => {
  expect(resultOf({ ...interactionRun, exchange }, text)).toMatchObject({
    verdict: 'error',
    messages: ['Pact did not judge it'],
  })
})

test('says why Pact did not judge', () => {
  const failure = "Pact's process ended with SIGSEGV"
  expect(nativeResult({ ...interactionRun, exchange }, [], failure).messages).toEqual([
    "Pact did not judge it: Pact's process ended with SIGSEGV",
  ])
})

test('puts a set-up that failed before whatever Pact says', () => {
  const failed = { ...interactionRun, setUpFailure: 'POST /posts answered 500' }
  expect(resultOf(failed, report({ result: 'OK' }))).toMatchObject({
    verdict: 'error',
    setUpFailure: 'POST /posts answered 500',
  })
})

function messagesOf(mismatch: object): readonly string[] | undefined {
  return readNativeReport('document', report({ result: 'Error', mismatch }))[0]?.messages
}

test('makes one short line of a mismatch, without control characters', () => {
  const mismatch = `Expected '\u001b[31m${'x'.repeat(500)}\u001b[0m' (String)\nto be \u0000 an integer`
  const mismatches = [{ type: 'BodyMismatch', path: '$.id', mismatch }]
  const [message = ''] = messagesOf({ type: 'mismatches', mismatches }) ?? []
  expect(message).toMatch(/^body at \$\.id: Expected 'x+…$/)
  expect(message.length).toBeLessThan(330)
})

test.each([
  [{ type: 'StatusMismatch', mismatch: 'expected 204 but was 200' }, 'status: expected 204 but was 200'],
  [
    {
      type: 'HeaderMismatch',
      key: 'Location',
      mismatch: "Mismatch with header 'Location': Expected 'a' to match 'b'",
    },
    "header Location: Expected 'a' to match 'b'",
  ],
  [
    { type: 'HeaderMismatch', key: 'Allow', mismatch: "Expected a header 'Allow' but was missing" },
    "header Allow: Expected a header 'Allow' but was missing",
  ],
  [{ type: 'BodyMismatch', path: '/', mismatch: 'Expected empty body' }, 'body: Expected empty body'],
  [{ type: 'BodyTypeMismatch', mismatch: 'expected a body of json' }, 'body: expected a body of json'],
])('says where: %j', (mismatch, message) => {
  expect(messagesOf({ type: 'mismatches', mismatches: [mismatch] })).toEqual([message])
})

test('passes on an error of Pact', () => {
  expect(messagesOf({ type: 'error', message: 'error sending request' })).toEqual(['error sending request'])
  expect(messagesOf({})).toEqual(['Pact gave no reason'])
})
