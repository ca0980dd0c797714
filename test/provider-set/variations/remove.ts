import { answeringMissing, only, succeeding } from '../changes.ts'
import { varying } from '../variation.ts'

/** Answers of a delete: rule 4 of the document shows none. */
export const removeVariations = [
  ...varying('delete.status', {
    'delete-200': ['A delete answers 200 without a body.', only('remove', 200)],
    'delete-202': ['A delete answers 202.', only('remove', 202)],
    'delete-303': [
      'A delete answers 303 to the list.',
      succeeding('remove', () => ({ status: 303, headers: { location: '/v1/posts' } })),
    ],
  }),
  ...varying('delete.body', {
    'delete-body-post': [
      'A delete gives back the post as it was.',
      (provider, correct) => ({
        remove: (id) => {
          const was = correct.find(id)
          const reply = correct.remove(id)
          return was ? { status: 200, body: provider.show(was) } : reply
        },
      }),
    ],
    'delete-body-empty-object': [
      'A delete gives back {}.',
      succeeding('remove', () => ({ status: 200, body: {} })),
    ],
    'delete-body-count': [
      'A delete gives back how many posts are gone.',
      succeeding('remove', () => ({ status: 200, body: { deletedCount: 1 } })),
    ],
  }),
  ...varying('delete.missing', {
    'delete-missing-204': ['A delete of a missing post answers 204.', answeringMissing('remove', 204)],
    'delete-missing-200': [
      'A delete of a missing post answers 200 and null.',
      answeringMissing('remove', 200, null),
    ],
    'delete-missing-400': ['A delete of a missing post answers 400.', answeringMissing('remove', 400)],
    'delete-missing-410': ['A delete of a missing post answers 410.', answeringMissing('remove', 410)],
  }),
]
