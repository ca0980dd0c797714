import { idSent } from '../calls.ts'
import { after, mixing, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { copy, isEqual, newest } from '../kept-posts.ts'

/** Replaces after which the post bears another id: `replace.same-id`. */
export const sameIdFaults = breaking('replace.same-id', {
  'replace-moves': [
    'A replaced post gets a new id.',
    after('replace', (provider, id) => {
      copy(provider, provider.posts.get(id))
      provider.posts.delete(id)
    }),
  ],
  'replace-copies': [
    'A replace leaves the post and adds the new one beside it.',
    (provider, correct) => ({
      replace: (id, input) =>
        correct.find(id) ? { ...correct.create(input), status: 200 } : provider.missing(id),
    }),
  ],
  'replace-to-body-id': [
    'An id in the body of a replace moves the post there.',
    (provider, correct) => ({
      replace: (id, input) => {
        const reply = correct.replace(id, input)
        const to = idSent(input) ?? id
        if (to !== id && correct.find(id)) {
          provider.write(to, input)
          provider.posts.delete(id)
        }
        return reply
      },
    }),
  ],
  'replace-body-id-wins': [
    'An id in the body of a replace says which post is meant.',
    (_provider, correct) => ({ replace: (id, input) => correct.replace(idSent(input) ?? id, input) }),
  ],
  'replace-doubles-in-list': [
    'A replaced post is listed a second time under its old texts.',
    remembering((written, _provider, correct) => ({
      all: () => correct.all().flatMap((post) => written(post.id).slice(-2)),
    })),
  ],
  'replace-hits-the-newest': [
    'A replace changes the newest post, whatever the id.',
    (provider, correct) => ({
      replace: (id, input) =>
        correct.find(id) ? correct.replace(newest(provider), input) : provider.missing(id),
    }),
  ],
})

/** Replaces that do something more when they are repeated: `replace.idempotent`. */
export const replaceAgainFaults = breaking('replace.idempotent', {
  'replace-again-appends': [
    'A replace equal to what is there appends its content.',
    mixing((was, input) => ({ content: isEqual(was, input) ? was.content + input.content : input.content })),
  ],
  'replace-again-empties': [
    'A replace equal to what is there empties the content.',
    mixing((was, input) => ({ content: isEqual(was, input) ? '' : input.content })),
  ],
  'replace-again-restores': [
    'A replace equal to what is there takes the one before it back.',
    remembering((written, _provider, correct) => ({
      replace: (id, input) => {
        const [before, was] = written(id).slice(-2)
        return correct.replace(
          id,
          before && was && isEqual(was, input)
            ? { ...input, title: before.title, content: before.content }
            : input,
        )
      },
    })),
  ],
  'replace-again-copies': [
    'A replace equal to what is there adds a copy.',
    (provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        if (was && isEqual(was, input)) copy(provider, was)
        return correct.replace(id, input)
      },
    }),
  ],
  'replace-again-removes': [
    'A replace equal to what is there removes the post.',
    (provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        const reply = correct.replace(id, input)
        if (was && isEqual(was, input)) provider.posts.delete(id)
        return reply
      },
    }),
  ],
})

/** Bodies whose id wins, in creates as well: the service does not choose it. */
export const bodyIdFaults = breaking('create.assigns-id', {
  'replace-shows-body-id': [
    'An id in the body of a replace is shown as the id of the post.',
    (_provider, correct) => ({
      keep: (input) => {
        const id = idSent(input)
        return id === undefined ? correct.keep(input) : { ...correct.keep(input), extra: { id } }
      },
    }),
  ],
})

/** Replaces that leave something else than what was sent, from the second on. */
export const countingFaults = breaking('replace.whole', {
  'replace-counts': [
    'Each replace but the first adds its number to the title.',
    remembering((written, _provider, correct) => ({
      replace: (id, input) =>
        correct.replace(
          id,
          written(id).length > 1 ? { ...input, title: `${input.title} ${written(id).length}` } : input,
        ),
    })),
  ],
})

/** Replaces of a missing post that make one under another id. */
export const elsewhereFaults = breaking('replace.same-id', {
  'replace-missing-creates-elsewhere': [
    'A replace of a missing post creates one under an id of its own, each time.',
    (_provider, correct) => ({
      replace: (id, input) => (correct.find(id) ? correct.replace(id, input) : correct.create(input)),
    }),
  ],
})

/** Replaces of a missing post that change another. */
export const missingReplaceFaults = breaking('others.untouched', {
  'replace-missing-hits-newest': [
    'A replace of a missing post changes the newest, and each time appends.',
    (provider, correct) => ({
      replace: (id, input) => {
        const post = correct.find(newest(provider))
        return correct.find(id) || !post
          ? correct.replace(id, input)
          : correct.replace(post.id, { ...input, content: post.content + input.content })
      },
    }),
  ],
})
