import { keeping, keepingEach, mixing } from '../changes.ts'
import { breaking } from '../member.ts'
import type { Change, Post, PostInput } from '../provider.ts'

/** Matches a character that UTF-16 writes as two. */
export const beyond16Bits = /[\u{10000}-\u{10ffff}]/u

/** Puts another text in the place of each match, in both texts. */
function replacing(pattern: string | RegExp, by: string): Change {
  return keepingEach((text) => text.replaceAll(pattern, by))
}

/** Keeps another content where the whole of it is this. */
function taking(whole: string, kept: string): Change {
  return keeping(({ content }) => ({ content: content === whole ? kept : content }))
}

/** Spoils the texts of a replace alone. */
function spoilingReplaces(change: (text: string) => string): Change {
  return mixing((_was, { title, content }) => ({ title: change(title), content: change(content) }))
}

function shortening(shorten: (post: Post) => Partial<Post>): Change {
  return (_provider, correct) => ({
    showListed: ({ id, title, content }) =>
      correct.show({ id, title, content, ...shorten({ id, title, content }) }),
  })
}

/** Texts that are lost, cut, mistaken for one another or made into something else. */
export const textFaults = breaking({
  'create.adds': {
    'title-lost': keeping(() => ({ title: '' })),
    'content-lost': keeping(() => ({ content: '' })),
    // A title that is a date becomes a date with a time.
    'date-title-with-time': keeping(({ title }) => ({
      title: /^\d{4}-\d\d-\d\d$/.test(title) ? `${title}T00:00:00.000Z` : title,
    })),
    'title-constant': keeping(() => ({ title: 'Untitled' })),
    'content-is-title': keeping(({ title }) => ({ content: title })),
    'texts-of-the-post-before': (_provider, _correct, inputs: PostInput[] = []) => ({
      keep: (input) => {
        inputs.push(input)
        const { title, content } = inputs.at(-2) ?? input
        return { title, content }
      },
    }),
    'first-character-lost': keeping(({ content }) => ({ content: content.slice(1) })),
    'content-cut-at-64-kib': keeping(({ content }) => ({
      content: Buffer.from(content)
        .subarray(0, 65_535)
        .toString()
        .replace(/\ufffd$/, ''),
    })),
    'title-cut-at-10': keeping(({ title }) => ({ title: title.slice(0, 10) })),
    'content-emptied-when-long': keeping(({ content }) => ({
      content: content.length > 5000 ? '' : content,
    })),
    capitalised: keeping(({ title }) => ({ title: title.charAt(0).toUpperCase() + title.slice(1) })),
    'word-null-as-empty': keeping(({ title }) => ({ title: title === 'null' ? '' : title })),
    // Also that of CRLF.
    'line-ends-doubled': replacing('\n', '\r\n'),
    'blanks-lost': keeping(({ title }) => ({ title: title.replaceAll(' ', '') })),
    'plus-as-blank': replacing('+', ' '),
    // Ligatures, fractions and wide letters are replaced.
    'compatible-form': keepingEach((text) => text.normalize('NFKC')),
    mojibake: keepingEach((text) => Buffer.from(text).toString('latin1')),
    'plus-sign-lost': taking('+1', '1'),
    'minus-zero': taking('-0', '0'),
    'numbers-coerced': keepingEach((text) =>
      /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? String(Number(text)) : text,
    ),
    'c1-lost': replacing(/[\u0080-\u009f]/g, ''),
    'shell-removed': replacing(/`[^`]*`/g, ''),
  },
  'replace.whole': {
    'replace-strips-comments': spoilingReplaces((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
    'replace-unslashes': spoilingReplaces((text) => text.replaceAll(/\\(['"])/g, '$1')),
    'replace-unbrackets-title': spoilingReplaces((text) => text.replace(/^\[([^\]]+)\]$/, '$1')),
  },
  'list.all': {
    'content-of-list-shortened': shortening(({ content }) => ({ content: content.slice(0, 40) })),
    'title-of-list-shortened': shortening(({ title }) => ({ title: title.slice(0, 20) })),
    // Each post has the texts of the next.
    'list-texts-rotated': (provider, correct) => ({
      showListed: (post) => {
        const posts = correct.all()
        const next = posts[(posts.findIndex(({ id }) => id === post.id) + 1) % posts.length] ?? post
        return provider.show({ ...next, id: post.id })
      },
    }),
  },
})
