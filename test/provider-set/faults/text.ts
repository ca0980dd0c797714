import { keeping, keepingEach } from '../changes.ts'
import { breaking } from '../fault.ts'
import { containing, created, listed, titled } from '../programs.ts'
import type { PostInput } from '../provider.ts'
import { create, read, text, union } from '../steps.ts'

/** Texts that are lost, cut, mistaken for one another or made into something else: `create.adds`. */
export const textFaults = breaking('create.adds', {
  'texts-swapped': [
    'Title and content change places.',
    keeping(({ title, content }) => ({ title: content, content: title })),
    created,
  ],
  'title-lost': ['The title is empty.', keeping(() => ({ title: '' })), created],
  'content-lost': ['The content is empty.', keeping(() => ({ content: '' })), created],
  'title-constant': ['Every title is Untitled.', keeping(() => ({ title: 'Untitled' })), created],
  'content-is-title': ['The content is the title.', keeping(({ title }) => ({ content: title })), created],
  'title-is-content': [
    'The title is the beginning of the content.',
    keeping(({ content }) => ({ title: content.slice(0, 20) })),
    created,
  ],
  'texts-of-the-post-before': [
    'The texts are those of the post that was created before.',
    () => {
      let last: PostInput | undefined
      return {
        keep: (input) => {
          const { title, content } = last ?? input
          last = input
          return { title, content }
        },
      }
    },
    [create('a'), create('b'), read('b')],
  ],
  'last-character-lost': [
    'The last character of each text is lost.',
    keepingEach((text) => text.slice(0, -1)),
    created,
  ],
  'first-character-lost': [
    'The first character of the content is lost.',
    keeping(({ content }) => ({ content: content.slice(1) })),
    created,
  ],
  'title-cut-at-10': [
    'Titles are cut after 10 characters.',
    keeping(({ title }) => ({ title: title.slice(0, 10) })),
    titled('fleet title of more than ten characters'),
  ],
  'title-cut-at-50': [
    'Titles are cut after 50 characters and an ellipsis stands for the rest.',
    keeping(({ title }) => ({ title: title.length > 50 ? `${title.slice(0, 49)}…` : title })),
    titled(`fleet ${'long '.repeat(20)}.`),
  ],
  'title-cut-at-255': [
    'Titles are cut after 255 characters, as an old column does.',
    keeping(({ title }) => ({ title: title.slice(0, 255) })),
    titled(`fleet ${'long '.repeat(60)}.`),
  ],
  'content-cut-at-255': [
    'Contents are cut after 255 characters.',
    keeping(({ content }) => ({ content: content.slice(0, 255) })),
    containing(`${'long '.repeat(60)}.`),
  ],
  'content-cut-at-1000': [
    'Contents are cut after 1,000 characters.',
    keeping(({ content }) => ({ content: content.slice(0, 1000) })),
    containing(`${'long '.repeat(250)}.`),
  ],
  'content-cut-at-8-kb': [
    'Contents are cut after 8,192 bytes.',
    keeping(({ content }) => ({ content: Buffer.from(content).subarray(0, 8192).toString() })),
    containing(`${'long '.repeat(2000)}.`),
  ],
  'content-emptied-when-long': [
    'Contents of more than 5,000 characters are kept as nothing.',
    keeping(({ content }) => ({ content: content.length > 5000 ? '' : content })),
    containing(`${'long '.repeat(2000)}.`),
  ],
  'first-line-only': [
    'Only the first line of a content is kept.',
    keeping(({ content }) => ({ content: content.split(/\r?\n/)[0] ?? '' })),
    containing('one\ntwo'),
  ],
  'line-end-added': [
    'A line end is added to the content.',
    keeping(({ content }) => ({ content: `${content}\n` })),
    created,
  ],
  'torn-at-1024-bytes': [
    'A body is decoded in pieces of 1,024 bytes: a character that lies across is lost.',
    keepingEach((text) => {
      const bytes = Buffer.from(text)
      return [...Array(Math.ceil(bytes.length / 1024)).keys()]
        .map((piece) => bytes.subarray(piece * 1024, piece * 1024 + 1024).toString())
        .join('')
    }),
    containing('€'.repeat(500)),
  ],
  capitalised: [
    'Titles begin with a capital letter.',
    keeping(({ title }) => ({ title: title.charAt(0).toUpperCase() + title.slice(1) })),
    created,
  ],
  'lower-cased': [
    'Titles are lower case.',
    keeping(({ title }) => ({ title: title.toLowerCase() })),
    titled('fleet Title'),
  ],
  'title-as-slug': [
    'The title is kept as a slug.',
    keeping(({ title }) => ({ title: title.replaceAll(/\W+/g, '-') })),
    created,
  ],
  'title-numbered': [
    'A number is added to the title.',
    (provider, correct) => ({
      keep: (input) => ({ ...correct.keep(input), title: `${input.title} #${provider.lastId}` }),
    }),
    listed,
  ],
  'text-doubled': [
    'The content is kept twice over.',
    keeping(({ content }) => ({ content: content + content })),
    created,
  ],
  'content-in-quotes': [
    'The content is kept as JSON: in quotes.',
    keeping(({ content }) => ({ content: JSON.stringify(content) })),
    created,
  ],
  'content-in-base64': [
    'The content is kept in Base64.',
    keeping(({ content }) => ({ content: Buffer.from(content).toString('base64') })),
    created,
  ],
  'content-in-paragraph': [
    'The content is wrapped in a paragraph.',
    keeping(({ content }) => ({ content: `<p>${content}</p>` })),
    created,
  ],
  'numbers-rounded': [
    'A title that looks like a number is kept as one, and shown as text.',
    keeping(({ title }) => ({ title: /^[\d.]+$/.test(title) ? String(Number(title)) : title })),
    titled('007'),
  ],
  'dates-rewritten': [
    'A title that looks like a date is kept as one.',
    keeping(({ title }) => ({ title: /^\d{4}-\d\d-\d\d$/.test(title) ? `${title}T00:00:00.000Z` : title })),
    titled('2024-02-29'),
  ],
  'word-null-as-empty': [
    'A title of the word null is kept as nothing.',
    keeping(({ title }) => ({ title: title === 'null' ? '' : title })),
    titled('null'),
  ],
  'empty-content-filled': [
    'An empty content is taken and filled with a sentence.',
    keeping(({ content }) => ({ content: content || 'No content yet.' })),
    containing(''),
  ],
  'named-charset-loses-body': [
    'A body whose media type names its charset is taken and lost: the post is empty.',
    (_provider, correct) => ({
      accept: (body, call) => {
        const input = correct.accept(body, call)
        const isNamed = call.method === 'POST' && call.headers['content-type']?.includes('charset=')
        return isNamed ? { ...input, title: '', content: '' } : input
      },
    }),
    [create('a', text('a'), { type: 'application/json; charset=utf-8' }), union()],
  ],
})

/** Texts that only the list shows otherwise than a read does. */
export const listedTextFaults = breaking('list.all', {
  'content-of-list-shortened': [
    'Contents are shortened to 40 characters in the list.',
    (_provider, correct) => ({
      showListed: ({ id, title, content }) => ({
        ...(correct.show({ id, title, content: content.slice(0, 40) }) as object),
      }),
    }),
    [create('a', { title: 'fleet a', content: 'long '.repeat(20) }), union()],
  ],
  'title-of-list-shortened': [
    'Titles are shortened to 20 characters in the list.',
    (_provider, correct) => ({
      showListed: ({ id, title, content }) => correct.show({ id, title: title.slice(0, 20), content }),
    }),
    [create('a', { title: `fleet ${'long '.repeat(20)}`, content: 'a' }), union()],
  ],
  'list-escapes-markup-twice': [
    'Markup is escaped twice in the list and stands as it is alone.',
    (_provider, correct) => ({
      showListed: ({ id, title, content }) =>
        correct.show({ id, title: title.replaceAll('<', '&amp;lt;'), content }),
    }),
    [create('a', { title: 'fleet <b>', content: 'a' }), union()],
  ],
  'list-texts-rotated': [
    'The list shows each post with the texts of the next.',
    (provider, correct) => ({
      showListed: (post) => {
        const posts = correct.all()
        const next = posts[(posts.findIndex(({ id }) => id === post.id) + 1) % posts.length] ?? post
        return provider.show({ ...next, id: post.id })
      },
    }),
    [create('a'), create('b'), union()],
  ],
})
