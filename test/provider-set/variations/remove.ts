import { answeringMissing, only, succeeding } from '../changes.ts'
import { varying } from '../variation.ts'

/** Answers of a delete: rule 4 of the document shows none. */
export const removeVariations = varying({
  'delete.status': {
    'delete-200': only('remove', 200),
    'delete-202': only('remove', 202),
    'delete-303': succeeding('remove', () => ({ status: 303, headers: { location: '/v1/posts' } })),
  },
  'delete.body': {
    // As it was.
    'delete-body-post': (provider, correct) => ({
      remove: (id) => {
        const was = correct.find(id)
        const reply = correct.remove(id)
        return was ? provider.found(was) : reply
      },
    }),
    'delete-body-empty-object': only('remove', 200, {}),
    'delete-body-count': only('remove', 200, { deletedCount: 1 }),
  },
  'delete.missing': {
    'delete-missing-204': answeringMissing('remove', 204),
    'delete-missing-200': answeringMissing('remove', 200, null),
    'delete-missing-400': answeringMissing('remove', 400),
    'delete-missing-410': answeringMissing('remove', 410),
  },
})
