import { idIn } from '../calls.ts'
import { after, mixing, only, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { replaced, replacedListed } from '../programs.ts'
import type { Change, Post } from '../provider.ts'
import { create, read, replace } from '../steps.ts'

/** Takes a replace that leaves a text out, and makes its own of it. */
function fillingIn(fill: (was: Post | undefined) => string): Change {
  return (provider, correct) => ({
    accept: (body, call) => {
      const was = provider.find(idIn(call))
      const fields = call.method === 'PUT' ? { content: fill(was), ...(body as object) } : body
      return correct.accept(fields, call)
    },
  })
}

/** Replaces that do not put the new post wholly in the place of the old one: `replace.whole`. */
export const replaceFaults = breaking('replace.whole', {
  'replace-does-nothing': [
    'A replace answers like any and changes nothing.',
    mixing(({ title, content }) => ({ title, content })),
    replaced,
  ],
  'replace-204-does-nothing': [
    'A replace answers 204 and changes nothing.',
    () => ({ replace: () => ({ status: 204 }) }),
    replaced,
  ],
  'replace-405': [
    'The service cannot replace, though the document names the operation.',
    (_provider, correct) => ({ replace: () => correct.problem(405, 'No.') }),
    replaced,
  ],
  'replace-500': [
    'A replace fails and changes nothing.',
    (_provider, correct) => ({ replace: () => correct.problem(500, 'No.') }),
    replaced,
  ],
  'replace-500-and-replaces': [
    'A replace fails, and the post is replaced.',
    only('replace', 500),
    replaced,
    'The statuses of PUT are not shown.',
  ],
  'replace-title-only': [
    'A replace takes the title and keeps the content.',
    mixing(({ content }) => ({ content })),
    replaced,
  ],
  'replace-content-only': [
    'A replace takes the content and keeps the title.',
    mixing(({ title }) => ({ title })),
    replaced,
  ],
  'replace-swaps': [
    'A replace swaps title and content.',
    mixing((_was, { title, content }) => ({ title: content, content: title })),
    replaced,
  ],
  'replace-appends': [
    'A replace appends the content to the old one.',
    mixing((was, { content }) => ({ content: `${was.content}\n${content}` })),
    replaced,
  ],
  'replace-prepends': [
    'A replace puts the title before the old one.',
    mixing((was, { title }) => ({ title: `${title} ${was.title}` })),
    replaced,
  ],
  'replace-merges': [
    'A replace without content is taken and keeps the old content.',
    fillingIn((was) => was?.content ?? ''),
    [create('a'), replace('a', { title: 'fleet a' }), read('a')],
  ],
  'replace-empty-keeps': [
    'A replace with an empty content is taken and keeps the old one.',
    mixing((was, { content }) => ({ content: content || was.content })),
    [create('a'), replace('a', { title: 'fleet a', content: '' }), read('a')],
  ],
  'replace-empties': ['A replace empties the content.', mixing(() => ({ content: '' })), replaced],
  'replace-shorter-leaves-tail': [
    'A shorter content leaves the tail of the longer one.',
    mixing((was, { content }) => ({ content: content + was.content.slice(content.length) })),
    [
      create('a', { title: 'fleet a', content: 'a rather long content' }),
      replace('a', { title: 'fleet a', content: 'short' }),
      read('a'),
    ],
  ],
  'replace-longer-is-cut': [
    'A longer content is cut to the length of the old one.',
    mixing((was, { content }) => ({ content: content.slice(0, was.content.length) })),
    [
      create('a', { title: 'fleet a', content: 'short' }),
      replace('a', { title: 'fleet a', content: 'a rather long content' }),
      read('a'),
    ],
  ],
  'replace-same-title-ignored': [
    'A replace with the old title is taken for no change.',
    mixing((was, { title, content }) => ({ content: title === was.title ? was.content : content })),
    [create('a'), replace('a', { title: 'fleet a', content: 'other' }), read('a')],
  ],
  'replace-same-length-ignored': [
    'A replace with a content of the same length is taken for no change.',
    mixing((was, { content }) => ({
      content: content.length === was.content.length ? was.content : content,
    })),
    [
      create('a', { title: 'fleet a', content: 'one' }),
      replace('a', { title: 'fleet b', content: 'two' }),
      read('a'),
    ],
  ],
  'replace-case-ignored': [
    'A replace that differs in case alone is taken for no change.',
    mixing((was, { title }) => ({
      title: title.toLowerCase() === was.title.toLowerCase() ? was.title : title,
    })),
    [create('a'), replace('a', { title: 'Fleet A', content: 'other' }), read('a')],
  ],
  'replace-blanks-ignored': [
    'A replace that differs in blanks alone is taken for no change.',
    mixing((was, { content }) => ({
      content: content.replaceAll(/\s/g, '') === was.content.replaceAll(/\s/g, '') ? was.content : content,
    })),
    [
      create('a', { title: 'fleet a', content: 'one two' }),
      replace('a', { title: 'fleet a', content: 'one  two' }),
      read('a'),
    ],
  ],
  'replace-one-at-a-time': [
    'A replace that changes both texts changes the title only.',
    mixing((was, { title, content }) => ({ content: title === was.title ? content : was.content })),
    replaced,
  ],
  'replace-with-created-content': [
    'A replace restores the content that the post was created with.',
    mixing(({ content }) => ({ content })),
    replaced,
  ],
  'replace-list-lags': [
    'The list keeps showing the post as it was created.',
    remembering((written, _provider, correct) => ({
      showListed: (post) => correct.show(written(post.id)[0] ?? post),
    })),
    replacedListed,
  ],
  'replace-read-lags': [
    'A single read keeps showing the post as it was created.',
    remembering((written, provider, correct) => ({
      read: (id) => {
        const [post] = written(id)
        return correct.find(id) && post ? { status: 200, body: correct.show(post) } : provider.missing(id)
      },
    })),
    replaced,
  ],
  'replace-unlists': [
    'A replaced post is no longer listed.',
    remembering((written, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => written(id).length < 2),
    })),
    replacedListed,
  ],
  'replace-removes': [
    'A replace removes the post.',
    after('replace', (provider, id) => provider.posts.delete(id)),
    replaced,
  ],
  'replace-title-in-list-only': [
    'The new title shows in the list, the old one in a single read.',
    remembering((written, _provider, correct) => ({
      showListed: correct.show,
      show: (post) => correct.show({ ...post, title: written(post.id)[0]?.title ?? post.title }),
    })),
    replaced,
  ],
  'replace-keeps-version': [
    'A replace adds the number of its version to the title.',
    mixing((_was, { title }) => ({ title: `${title} v2` })),
    replaced,
  ],
  'replace-cuts-at-100': [
    'A create keeps every text, a replace cuts contents after 100 characters.',
    mixing((_was, { content }) => ({ content: content.slice(0, 100) })),
    [create('a'), replace('a', { title: 'fleet a', content: 'long '.repeat(30) }), read('a')],
  ],
  'replace-drops-emoji': [
    'A create keeps every character, a replace drops those beyond 16 bits.',
    mixing((_was, { title }) => ({ title: title.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '') })),
    [create('a'), replace('a', { title: 'fleet 🚀', content: 'a' }), read('a')],
  ],
  'replace-strips-markup': [
    'A create keeps markup, a replace strips it.',
    mixing((_was, { content }) => ({ content: content.replaceAll(/<[^>]*>/g, '') })),
    [create('a'), replace('a', { title: 'fleet a', content: '<b>a</b>' }), read('a')],
  ],
  'replace-with-charset-does-nothing': [
    'A replace whose media type names its charset is answered and loses its body: the post stays as it was.',
    (provider, correct) => ({
      accept: (body, call) => {
        const input = correct.accept(body, call)
        const isNamed = call.method === 'PUT' && call.headers['content-type']?.includes('charset=')
        return isNamed ? { ...input, ...provider.find(idIn(call)) } : input
      },
    }),
    [
      create('a'),
      replace('a', { title: 'fleet a', content: 'new' }, { type: 'application/json; charset=utf-8' }),
      read('a'),
    ],
  ],
})
