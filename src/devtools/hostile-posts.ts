import type { Profile } from '../../handlers/choices/profile.ts'
import { type InitialPost, seedPosts } from '../../handlers/store/seeding.ts'
import type { Snapshot } from '../../handlers/store/snapshot.ts'

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const texts: readonly (readonly [title: string, content: string])[] = [
  ['', ''],
  ['   ', '\n\n\n'],
  [word.repeat(4), word.repeat(20)],
  [
    'שלום עולם, זה פוסט בעברית',
    'مرحبا بالعالم. هذا المنشور مكتوب من اليمين إلى اليسار، with some English in it.',
  ],
  [
    '<img src=x onerror="alert(1)"><script>alert(2)</script>',
    '<h1>Markup</h1> &amp; <b>entities</b> &#128512; ${title} {{title}}',
  ],
  ["Robert'); DROP TABLE posts; --", '"quoted" \'single\' `ticks` \\back\\ /slash/ %00 %F0%9F%98%80'],
  ['👩‍👩‍👧‍👦🏳️‍🌈👍🏽 emoji 🫠', 'Families, flags and skin tones: 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👩🏿‍🚀, ten code points each.'],
  ['Z̸̢͎̮͙̗a̷̛̖͓͉̝l̴̩̞͝g̵̡̳̈́o̶̖͝', 'Ma̐rks̈ t̂h̃ȧt̄ s̆tãn̊d̋ ȍn̂e ȯñ âñother̂.'],
  ['a\u202eb\u202c \u200b\u200d\ufeff\u00ad', 'Turned around by U+202E, and characters without a width.'],
  ['Line\nbreaks\r\nand\ttabs in a title', 'one\r\ntwo\nthree\rfour\u2028five\u2029six'],
  [
    'NUL \u0000 and other controls \u0007\u001b[31m',
    'A lone surrogate: \ud83d, and the replacement character: \ufffd',
  ],
  ['null', 'undefined NaN true 0 -1 1e309 9007199254740993'],
  [
    '中文標題，日本語のタイトル、한국어 제목',
    '没有空格的长句子没有空格的长句子没有空格的长句子没有空格的长句子没有空格的长句子没有空格的长句子',
  ],
  ['A content of fifty thousand characters', 'All work and no play makes Jack a dull boy. '.repeat(1137)],
]

/** Posts with unusual texts that a page may handle wrongly. The last id is beyond 2^53. */
export function hostilePosts(profile: Profile, seed: number): Snapshot {
  const posts = texts.map(([title, content], index): InitialPost => ({ id: index + 1, title, content }))
  posts.push({
    id: 2n ** 53n + 1n,
    title: 'An id beyond 2^53',
    content: 'Read as a float, 9007199254740993 is 9007199254740992, which no post has.',
  })
  return seedPosts({ posts, profile, seed })
}
