import { alike, among, any, before, first, last, losing, next, prefixed, spreading } from '../bystander.ts'
import { after } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, newest, oldest, others } from '../kept-posts.ts'
import { create, list, read, replace } from '../steps.ts'

/** Creates and replaces of one post that touch another: `others.untouched`. */
export const writeBystanderFaults = breaking('others.untouched', {
  'replace-spreads-to-the-next': [
    'A replace changes the post with the next id too.',
    spreading(next),
    among(2, replace('p1')),
  ],
  'replace-spreads-to-the-one-before': [
    'A replace changes the post with the id before too.',
    spreading(before),
    among(2, replace('p2')),
  ],
  'replace-spreads-to-longer-ids': [
    'A replace changes every post whose id begins with this one.',
    spreading(prefixed),
    among(10, replace('p1')),
  ],
  'replace-spreads-to-the-oldest': [
    'A replace changes the oldest post too.',
    spreading(first),
    among(3, replace('p2')),
  ],
  'replace-spreads-to-the-newest': [
    'A replace changes the newest post too.',
    spreading(last),
    among(3, replace('p1')),
  ],
  'replace-spreads-to-all': ['A replace changes every post.', spreading(any), among(2, replace('p1'))],
  'replace-spreads-the-title': [
    'A replace gives its title to every post.',
    after('replace', (provider, id) => {
      for (const post of others(provider, id))
        alter(provider, post.id, () => ({ title: provider.posts.get(id)?.title ?? '' }))
    }),
    among(2, replace('p1')),
  ],
  'replace-loses-the-next': [
    'A replace removes the post with the next id.',
    losing('replace', next),
    among(2, replace('p1')),
  ],
  'replace-loses-all-others': [
    'A replace removes every other post.',
    losing('replace', any),
    among(2, replace('p1')),
  ],
  'replace-loses-the-oldest': [
    'A replace removes the oldest post.',
    losing('replace', first),
    among(3, replace('p2')),
  ],
  'replace-loses-equal-titles': [
    'A replace removes every other post that has the new title, as REPLACE INTO does.',
    losing('replace', (post, id, provider) => post.title === provider.posts.get(id)?.title),
    [create('a'), create('b'), list(), replace('a', { title: 'fleet b', content: 'another' }), list()],
  ],
  'replace-loses-equal-old-titles': [
    'A replace removes every other post that has the old title.',
    alike('replace', (post, meant) => post.title === meant.title),
    [create('a'), create('b', { title: 'fleet a', content: 'another' }), list(), replace('a'), list()],
  ],
  'replace-swaps-with-the-newest': [
    'A replace gives the old texts to the newest post.',
    (provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        const reply = correct.replace(id, input)
        if (was && newest(provider) !== id)
          alter(provider, newest(provider), () => ({ title: was.title, content: was.content }))
        return reply
      },
    }),
    among(2, replace('p1')),
  ],
  'replace-missing-hits-the-newest': [
    'A replace of a missing post answers 404 and changes the newest.',
    (provider, correct) => ({
      replace: (id, input) => {
        if (!correct.find(id)) correct.replace(newest(provider), input)
        return correct.replace(id, input)
      },
    }),
    [create('a'), replace('a+7'), read('a')],
  ],
  'replace-missing-wipes': [
    'A replace of a missing post removes the others.',
    (provider, correct) => ({
      replace: (id, input) => {
        if (!correct.find(id)) provider.posts.clear()
        return correct.replace(id, input)
      },
    }),
    [create('a'), replace('a+7'), read('a')],
  ],
  'create-alters-the-newest': [
    'A create empties the post that was the newest.',
    after('create', (provider, id) =>
      alter(provider, others(provider, id).at(-1)?.id ?? 0n, () => ({ content: '' })),
    ),
    among(1, create('new')),
  ],
  'create-alters-the-oldest': [
    'A create gives its texts to the oldest post too.',
    after('create', (provider, id) =>
      alter(provider, oldest(provider), () => ({ title: provider.posts.get(id)?.title ?? '' })),
    ),
    among(2, create('new')),
  ],
  'create-loses-the-oldest': [
    'A create removes the oldest of more than three posts.',
    after('create', (provider) => provider.posts.size > 3 && provider.posts.delete(oldest(provider))),
    among(3, create('new')),
  ],
  'create-loses-all-others': [
    'A create removes every other post.',
    losing('create', any),
    among(2, create('new')),
  ],
  'create-loses-the-one-before': [
    'A create removes the post with the id before.',
    losing('create', before),
    among(2, create('new')),
  ],
  'create-numbers-anew': [
    'A create puts the new post under the first id and moves the others up.',
    after('create', (provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      posts.forEach((post, index) => {
        const id = BigInt(index + 1 < posts.length ? index + 2 : 1)
        provider.posts.set(id, { ...post, id })
      })
    }),
    among(2, create('new')),
  ],
})
