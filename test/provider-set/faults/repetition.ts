import { idSent } from '../calls.ts'
import { after, answeringWith } from '../changes.ts'
import { breaking } from '../fault.ts'
import { isEqual, others } from '../kept-posts.ts'
import type { Change, Post, PostInput } from '../provider.ts'

/** Gives a new post the id of one that is there. */
function mergingInto(isMeant: (post: Post, input: PostInput) => boolean): Change {
  return (provider, correct) => ({
    nextId: (input) => provider.all().find((post) => isMeant(post, input))?.id ?? correct.nextId(input),
  })
}

/** Creates that find a post where they should make one: `create.not-idempotent`. */
export const repetitionFaults = breaking('create.not-idempotent', {
  'equal-posts-merged': [
    'A create equal to a post that is there answers that post and adds nothing.',
    answeringWith(201, (input, provider) => provider.all().find((post) => isEqual(post, input))),
  ],
  'equal-titles-merged': [
    'A create with the title of another post puts its content into that one.',
    mergingInto((post, { title }) => post.title === title),
  ],
  'equal-posts-replace-one-another': [
    'A create removes the post that is equal to it.',
    after('create', (provider, id) => {
      for (const post of others(provider, id))
        if (isEqual(post, provider.posts.get(id) ?? post)) provider.posts.delete(post.id)
    }),
  ],
})

/** Creates that give a post the id of another with other data. */
export const takenIdFaults = breaking('create.assigns-id', {
  'client-id-overwrites': [
    'A create with the id of another post in its body overwrites that post.',
    (_provider, correct) => ({ nextId: (input) => idSent(input) ?? correct.nextId(input) }),
  ],
})

/** Creates that remove another post. */
export const removingCreateFaults = breaking('others.untouched', {
  'client-id-removes': [
    'A create with the id of another post in its body takes a new id, and that post is gone.',
    (provider, correct) => ({
      nextId: (input) => {
        provider.posts.delete(idSent(input) ?? 0n)
        return correct.nextId(input)
      },
    }),
  ],
})

/** Creates after which no post has what was sent. */
export const otherTextFaults = breaking('create.adds', {
  'equal-posts-renamed': [
    'A post equal to another gets a number in its title.',
    (provider, correct) => ({
      keep: (input) => {
        const count = provider.all().filter(({ title }) => title === input.title).length
        return { ...correct.keep(input), title: count ? `${input.title} (${count + 1})` : input.title }
      },
    }),
  ],
})
