import { idIn } from '../calls.ts'
import { after, mixing, only, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Change, Post } from '../provider.ts'

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
  ],
  'replace-204-does-nothing': [
    'A replace answers 204 and changes nothing.',
    () => ({ replace: () => ({ status: 204 }) }),
  ],
  'replace-500': [
    'A replace fails and changes nothing.',
    (_provider, correct) => ({ replace: () => correct.problem(500, 'No.') }),
  ],
  'replace-500-and-replaces': [
    'A replace fails, and the post is replaced.',
    only('replace', 500),
    'The statuses of PUT are not shown.',
  ],
  'replace-content-only': [
    'A replace takes the content and keeps the title.',
    mixing(({ title }) => ({ title })),
  ],
  'replace-prepends': [
    'A replace puts the title before the old one.',
    mixing((was, { title }) => ({ title: `${title} ${was.title}` })),
  ],
  'replace-merges': [
    'A replace without content is taken and keeps the old content.',
    fillingIn((was) => was?.content ?? ''),
  ],
  'replace-empties': ['A replace empties the content.', mixing(() => ({ content: '' }))],
  'replace-unlists': [
    'A replaced post is no longer listed.',
    remembering((written, _provider, correct) => ({
      all: () => correct.all().filter(({ id }) => written(id).length < 2),
    })),
  ],
  'replace-removes': [
    'A replace removes the post.',
    after('replace', (provider, id) => provider.posts.delete(id)),
  ],
  'replace-title-in-list-only': [
    'The new title shows in the list, the old one in a single read.',
    remembering((written, _provider, correct) => ({
      showListed: correct.show,
      show: (post) => correct.show({ ...post, title: written(post.id)[0]?.title ?? post.title }),
    })),
  ],
})
