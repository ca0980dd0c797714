import { hostileTexts } from '../../support/hostile-texts.ts'
import { type Case, casesOf, expecting } from '../case.ts'

const write = (status: number, method: 'POST' | 'PUT', path: string, title: string, content: string) =>
  expecting(status, method, path, JSON.stringify({ title, content }))
const megabyte = 'Ein 😀 é\u0301 \u0000 "quoted" \\ <tag> &amp; \r\n'.repeat(22_000)

/** Texts through create, read, list and replace. */
export const textCases: readonly Case[] = [
  ...casesOf({
    'keeps texts as the profile says': [
      write(201, 'POST', '/posts', '  both ends\u00a0', '\r\none\rtwo\r\n'),
      write(200, 'PUT', '/posts/<first>', 'e\u0301 \ufb01', '<b>&amp;"\'</b>'),
      write(200, 'PUT', '/posts/<last>', 'a\u0000b', 'lone \ud83d and \ude00'),
      write(201, 'POST', '/posts', '👩‍👩‍👧‍👦 שלום \u202e', '\u2028\ufeff\u{10ffff}'),
    ],
  }),
  ...hostileTexts.flatMap((text) => {
    const requests = [
      write(201, 'POST', '/posts', text, `before ${text} after`),
      write(200, 'PUT', '/posts/<last>', `again ${text}`, text),
      write(200, 'PUT', '/posts/<second>', text, text),
    ]
    return casesOf(
      { [`keeps the text ${JSON.stringify(text)} as the profile says`]: requests },
      { heavy: true },
    )
  }),
  ...casesOf(
    {
      'keeps a megabyte of text as the profile says': [
        write(413, 'POST', '/posts', 'A title', megabyte),
        write(413, 'PUT', '/posts/<first>', megabyte, ''),
      ],
    },
    { needs: ['megabytes'], heavy: true },
  ),
]
