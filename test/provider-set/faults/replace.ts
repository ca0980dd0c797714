import { after, choosing, chunkless, failing, followed, instead, mixing, only, reaching } from '../changes.ts'
import { copy, isEqual, moveToNewId, newest } from '../kept-posts.ts'
import { breaking } from '../member.ts'
import { type Change, idIn, idSent } from '../provider.ts'

/** Makes something else of a replace that is equal to what is there. */
function mixingAgain(mix: Parameters<typeof mixing>[0]): Change {
  return mixing((was, input, provider) => (isEqual(was, input) ? mix(was, input, provider) : {}))
}

/** Replaces that do not put the new post wholly in the place of the old one, or not there alone. */
export const replaceFaults = breaking({
  'replace.whole': {
    'replace-does-nothing': mixing(({ title, content }) => ({ title, content })),
    'replace-204-does-nothing': () => ({ replace: () => ({ status: 204 }) }),
    'replace-at-another-path-only': failing('replace', 404),
    'replace-500': failing('replace', 500),
    'replace-500-and-replaces': [only('replace', 500), { arguable: 'The statuses of PUT are not shown.' }],
    'replace-content-only': mixing(({ title }) => ({ title })),
    'replace-prepends': mixing((was, { title }) => ({ title: `${title} ${was.title}` })),
    // A replace without content is taken, and keeps the old content.
    'replace-merges': (provider, correct) => ({
      accept: (body, call) => {
        const content = provider.find(idIn(call))?.content ?? ''
        return correct.accept(call.method === 'PUT' ? { content, ...(body as object) } : body, call)
      },
    }),
    'replace-in-chunks-empty': chunkless('PUT'),
    'replace-empties': mixing(() => ({ content: '' })),
    'replace-unlists': choosing((posts, { written }) => posts.filter(({ id }) => written(id).length < 2)),
    'replace-removes': after('replace', (provider, id) => provider.posts.delete(id)),
    // A single read shows the old title.
    'replace-title-in-list-only': (provider, correct) => ({
      showListed: correct.show,
      show: (post) => correct.show({ ...post, title: provider.written(post.id)[0]?.title ?? post.title }),
    }),
    // Each replace but the first adds its number to the title.
    'replace-counts': mixing((was, { title }, provider) => {
      const count = provider.written(was.id).length
      return { title: count > 1 ? `${title} ${count}` : title }
    }),
  },
  'replace.same-id': {
    'replace-moves': after('replace', moveToNewId),
    // The old post stays, and the new one is added beside it.
    'replace-copies': instead(
      'replace',
      (provider, id, input) => provider.find(id) && { ...provider.create(input), status: 200 },
    ),
    'replace-to-body-id': (provider, correct) => ({
      replace: followed(correct.replace, (_reply, id, input) => {
        const to = idSent(input) ?? id
        if (to === id || !correct.find(id)) return
        provider.write(to, input)
        provider.posts.delete(id)
      }),
    }),
    // An id in the body says which post is meant.
    'replace-body-id-wins': reaching('replace', (_provider, id, input) => idSent(input) ?? id),
    // A replaced post is listed a second time under its old texts.
    'replace-doubles-in-list': choosing((posts, { written }) =>
      posts.flatMap(({ id }) => written(id).slice(-2)),
    ),
    'replace-hits-the-newest': reaching('replace', (provider, id) =>
      provider.find(id) ? newest(provider) : id,
    ),
    'replace-missing-creates-elsewhere': instead(
      'replace',
      (provider, id, input) => !provider.find(id) && provider.create(input),
    ),
  },
  'create.assigns-id': {
    // An id in the body, also of a create, is shown as the id of the post.
    'replace-shows-body-id': (_provider, correct) => ({
      keep: (input) => {
        const id = idSent(input)
        return id === undefined ? correct.keep(input) : { ...correct.keep(input), extra: { id } }
      },
    }),
  },
  'others.untouched': {
    // It is appended to the content of the newest.
    'replace-missing-hits-newest': (provider, correct) => ({
      replace: (id, input) => {
        const post = correct.find(newest(provider))
        return correct.find(id) || !post
          ? correct.replace(id, input)
          : correct.replace(post.id, { ...input, content: post.content + input.content })
      },
    }),
  },
  // What a replace does when it is equal to what is there.
  'replace.idempotent': {
    'replace-again-appends': mixingAgain(({ content }, input) => ({ content: content + input.content })),
    'replace-again-empties': mixingAgain(() => ({ content: '' })),
    // It takes back the replace before it.
    'replace-again-restores': mixingAgain(({ id }, _input, provider) => {
      const [before, was] = provider.written(id).slice(-2)
      return was && before && { title: before.title, content: before.content }
    }),
    'replace-again-copies': mixingAgain((was, _input, provider) => void copy(provider, was)),
    'replace-again-removes': (provider, correct) => ({
      replace: followed(correct.replace, (_reply, id) => {
        const [was, post] = provider.written(id).slice(-2)
        if (was && post && isEqual(was, post)) provider.posts.delete(id)
      }),
    }),
  },
})
