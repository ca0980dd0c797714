import { keeping, keepingEach } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Change } from '../provider.ts'

/** Puts another text in the place of each match, in both texts. */
function replacing(pattern: string | RegExp, by: string): Change {
  return keepingEach((text) => text.replaceAll(pattern, by))
}

/** Characters that are not kept as they were sent, and by none of the changes that `text.kept` names: `create.adds`. */
export const characterFaults = breaking('create.adds', {
  'line-ends-doubled': ['Every LF becomes CRLF, those of CRLF too.', replacing('\n', '\r\n')],
  'blanks-lost': [
    'All blanks are dropped from titles.',
    keeping(({ title }) => ({ title: title.replaceAll(' ', '') })),
  ],
  'plus-as-blank': ['A plus sign becomes a blank, as in a form.', replacing('+', ' ')],
  'compatible-form': [
    'Texts are brought to NFKC: ligatures, fractions and wide letters are replaced.',
    keepingEach((text) => text.normalize('NFKC')),
  ],
  mojibake: ['UTF-8 is taken for Latin-1.', keepingEach((text) => Buffer.from(text).toString('latin1'))],
})
