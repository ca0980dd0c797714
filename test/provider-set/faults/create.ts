import { after, choosing, choosingIds, chunkless, failing, instead, keeping, only } from '../changes.ts'
import { alter, copy, isEqual, others } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { idSent } from '../provider.ts'

/** Creates that do not add the post that was sent, or not it alone. */
export const createFaults = breaking({
  'create.adds': {
    'create-adds-nothing': after('create', (provider, id) => provider.posts.delete(id)),
    'create-at-v2-only': failing('create', 404),
    'create-405': failing('create', 405),
    'create-500-and-adds': [only('create', 500), { arguable: 'The statuses of POST are not shown.' }],
    'create-500': failing('create', 500),
    'create-in-chunks-empty': chunkless('POST'),
    'create-twice': after('create', (provider, id) => copy(provider, provider.posts.get(id))),
    'create-with-a-copy-of-the-last': after('create', (provider, id) =>
      copy(provider, others(provider, id).at(-1)),
    ),
    // The first create works, the next ones add nothing.
    'create-once': after('create', (provider, id) => provider.posts.size > 1 && provider.posts.delete(id)),
    // A new post can be read, and its content is empty until it is replaced.
    'create-as-draft': after('create', (provider, id) => alter(provider, id, () => ({ content: '' }))),
    // A post whose title another has gets a number in its title.
    'equal-posts-renamed': keeping(({ title }, provider) => {
      const count = provider.all().filter((post) => post.title === title).length
      return { title: count ? `${title} (${count + 1})` : title }
    }),
  },
  'read.ok': {
    // A new post is listed, and cannot be read alone until it is replaced.
    'create-listed-only': instead(
      'read',
      ({ written, missing }, id) => written(id).length < 2 && missing(id),
    ),
  },
  'list.all': {
    // A new post can be read, and is not listed until it is replaced.
    'create-readable-only': choosing((posts, { written }) =>
      posts.filter(({ id }) => written(id).length > 1),
    ),
  },
  'create.not-idempotent': {
    // A create equal to a post that is there answers that post, and adds nothing.
    'equal-posts-merged': instead('create', (provider, input) => {
      const twin = provider.all().find((post) => isEqual(post, input))
      return twin && { ...provider.found(twin), status: 201 }
    }),
    // A create puts its content into the post that has its title.
    'equal-titles-merged': choosingIds(
      (provider, input) => provider.all().find(({ title }) => title === input.title)?.id,
    ),
    // A create removes the posts that are equal to its own.
    'equal-posts-replace-one-another': after('create', (provider, id) => {
      for (const post of others(provider, id))
        if (isEqual(post, provider.posts.get(id) ?? post)) provider.posts.delete(post.id)
    }),
  },
  'create.assigns-id': {
    'client-id-overwrites': choosingIds((_provider, input) => idSent(input)),
  },
  'others.untouched': {
    // The new post takes another id than the one in the body, and the post of that id is gone.
    'client-id-removes': choosingIds(({ posts }, input) => void posts.delete(idSent(input) ?? 0n)),
  },
})
