import type { Enquiry } from './enquiry.ts'
import { parse, quoted, type Subject, say } from './subject.ts'

const texts: Readonly<Record<string, string>> = {
  'empty strings': '',
  'one blank': ' ',
  'leading and trailing blanks': '  both \t',
  'CRLF, CR and LF': 'a\r\nb\rc\nd\n',
  'NUL and other controls': 'a\u0000b\u0001c\u007f',
  'emoji and joined emoji': '🦊 👩‍👩‍👧‍👦 é',
  'decomposed letters': 'e\u0301 \u00c5 \u212b',
  'line separators': 'a\u2028b\u2029c\ufeffd',
  'markup and quotes': '<script>alert("1")</script> & \' \\ / {{title}} $1',
  'numbers and words of JSON': '1',
  'right to left': '\u202eabc שלום',
  '101 characters': 'x'.repeat(101),
  '256 characters': 'x'.repeat(256),
  '10 kB': 'x'.repeat(10_000),
  '90 kB': 'x'.repeat(90_000),
  '110 kB': 'x'.repeat(110_000),
  '1 MB': 'x'.repeat(1_000_000),
  '3 MB': 'x'.repeat(3_000_000),
  '11 MB': 'x'.repeat(11_000_000),
}

/** What becomes of text. Each is sent as title and as content. */
export const textEnquiries: readonly Enquiry[] = [
  ...Object.entries(texts).map(([about, text]) => ({
    about,
    ask: (subject: Subject) => kept(subject, text, JSON.stringify({ title: text, content: text })),
  })),
  ...[102_400, 102_401, 1_048_576, 1_048_577, 10_485_760, 10_485_761].map(sized),
  {
    about: 'lone surrogates as escapes',
    ask: (subject) => kept(subject, '\ud800', '{"title":"\\ud800","content":"\\ud800"}'),
  },
  {
    about: 'invalid UTF-8 bytes',
    ask: (subject) =>
      kept(
        subject,
        '',
        Buffer.concat([
          Buffer.from('{"title":"a'),
          Buffer.from([0xff, 0xc3]),
          Buffer.from('","content":"b"}'),
        ]),
      ),
  },
  {
    about: 'byte order mark before the JSON',
    ask: (subject) => kept(subject, 'a', '\ufeff{"title":"a","content":"a"}'),
  },
  {
    about: 'raw control character in a string',
    ask: (subject) => kept(subject, 'a\u0001', '{"title":"a\u0001","content":"a\u0001"}'),
  },
]

/** A body of exactly so many bytes. */
function sized(bytes: number): Enquiry {
  const frame = '{"title":"long","content":""}'
  const body = `${frame.slice(0, -2)}${'x'.repeat(bytes - frame.length)}"}`
  const ask = async (subject: Subject): Promise<string> => {
    const { answer, read } = await subject.createAndRead(body)
    return read === undefined
      ? say(answer)
      : `${answer.status}, read: ${read.status} with ${read.body.length} bytes`
  }
  return { about: `body of ${bytes} bytes`, ask, fresh: true }
}

/** What became of a text in both fields; where both at once are refused, of each field alone. */
async function kept(subject: Subject, text: string, body: string | Buffer): Promise<string> {
  const both = await keptFrom(subject, text, body)
  if (both.accepted || typeof body !== 'string' || !text.startsWith('x')) return both.words
  const title = await keptFrom(subject, text, JSON.stringify({ title: text, content: 'short' }))
  const content = await keptFrom(subject, text, JSON.stringify({ title: 'short', content: text }))
  return `title and content: ${both.words}; title: ${title.words}; content: ${content.words}`
}

async function keptFrom(
  subject: Subject,
  text: string,
  body: string | Buffer,
): Promise<{ accepted: boolean; words: string }> {
  const { answer, read } = await subject.createAndRead(body)
  if (read === undefined) return { accepted: false, words: say(answer) }
  const post = parse(read)
  await subject.send('DELETE', `/posts/${encodeURIComponent(String(idIn(post)))}`)
  const fields = typeof post === 'object' && post !== null ? Object.entries(post) : []
  const texts = fields.filter(
    ([name, value]) => (name === 'title' || name === 'content') && value !== 'short',
  )
  if (texts.length > 0 && texts.every(([, value]) => value === text))
    return { accepted: true, words: `${answer.status}, kept` }
  const shown = texts.length === 0 ? read.body.toString() : JSON.stringify(Object.fromEntries(texts))
  return { accepted: true, words: `${answer.status}, read: ${quoted(Buffer.from(shown))}` }
}

function idIn(post: unknown): unknown {
  if (typeof post !== 'object' || post === null) return undefined
  return 'id' in post ? post.id : '_id' in post ? post._id : undefined
}
