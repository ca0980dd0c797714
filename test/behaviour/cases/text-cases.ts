import { hostileTexts } from '../../support/hostile-texts.ts'
import { type Case, step } from '../case.ts'

const body = (title: string, content: string) => JSON.stringify({ title, content })
const megabyte = 'Ein 😀 é\u0301 \u0000 "quoted" \\ <tag> &amp; \r\n'.repeat(22_000)

/** Texts through create, read, list and replace. */
export const textCases: readonly Case[] = [
  {
    fact: 'keeps texts as the profile says',
    steps: [
      step('POST', '/posts', body('  both ends\u00a0', '\r\none\rtwo\r\n')),
      step('PUT', '/posts/<first>', body('e\u0301 \ufb01', '<b>&amp;"\'</b>')),
      step('PUT', '/posts/<last>', body('a\u0000b', 'lone \ud83d and \ude00')),
      step('POST', '/posts', body('👩‍👩‍👧‍👦 שלום \u202e', '\u2028\ufeff\u{10ffff}')),
    ],
    statuses: [201, 200, 200, 201],
  },
  ...hostileTexts.map((text) => ({
    fact: `keeps the text ${JSON.stringify(text)} as the profile says`,
    steps: [
      step('POST', '/posts', body(text, `before ${text} after`)),
      step('PUT', '/posts/<last>', body(`again ${text}`, text)),
      step('PUT', '/posts/<second>', body(text, text)),
    ],
    statuses: [201, 200, 200],
    heavy: true,
  })),
  {
    fact: 'keeps a megabyte of text as the profile says',
    steps: [
      step('POST', '/posts', body('A title', megabyte)),
      step('PUT', '/posts/<first>', body(megabyte, '')),
    ],
    statuses: [413, 413],
    needs: ['megabytes'],
    heavy: true,
  },
]
