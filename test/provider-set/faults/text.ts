import { keeping } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { PostInput } from '../provider.ts'

/** Texts that are lost, cut, mistaken for one another or made into something else: `create.adds`. */
export const textFaults = breaking('create.adds', {
  'title-lost': ['The title is empty.', keeping(() => ({ title: '' }))],
  'content-lost': ['The content is empty.', keeping(() => ({ content: '' }))],
  'title-constant': ['Every title is Untitled.', keeping(() => ({ title: 'Untitled' }))],
  'content-is-title': ['The content is the title.', keeping(({ title }) => ({ content: title }))],
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
  ],
  'first-character-lost': [
    'The first character of the content is lost.',
    keeping(({ content }) => ({ content: content.slice(1) })),
  ],
  'title-cut-at-10': [
    'Titles are cut after 10 characters.',
    keeping(({ title }) => ({ title: title.slice(0, 10) })),
  ],
  'content-emptied-when-long': [
    'Contents of more than 5,000 characters are kept as nothing.',
    keeping(({ content }) => ({ content: content.length > 5000 ? '' : content })),
  ],
  capitalised: [
    'Titles begin with a capital letter.',
    keeping(({ title }) => ({ title: title.charAt(0).toUpperCase() + title.slice(1) })),
  ],
  'word-null-as-empty': [
    'A title of the word null is kept as nothing.',
    keeping(({ title }) => ({ title: title === 'null' ? '' : title })),
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
  ],
  'title-of-list-shortened': [
    'Titles are shortened to 20 characters in the list.',
    (_provider, correct) => ({
      showListed: ({ id, title, content }) => correct.show({ id, title: title.slice(0, 20), content }),
    }),
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
  ],
})
