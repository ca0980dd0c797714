import { presets } from '../../../handlers/choices/presets.ts'
import type { ProfileOption } from '../../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../../handlers/choices.ts'
import { ControlRefusal, type ControlRoutes } from './control-route.ts'

export const profileRoutes: ControlRoutes = {
  'GET /profile': {
    about: 'The profile in force: an answer for every choice.',
    perform: ({ world }) => world.profile,
  },
  'PUT /profile': {
    about:
      'Follows another profile: the name of a preset as a JSON string, or answers for some of the choices; the others have their defaults.',
    perform({ world, body }) {
      if (body === undefined)
        throw new ControlRefusal(400, 'The body is missing; a profile as JSON is expected.')
      world.follow(body as ProfileOption)
      return world.profile
    },
  },
  'PATCH /profile': {
    about: 'Changes the answers that are named, and keeps the others: { "create.status": 200 }.',
    perform({ world, body }) {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new ControlRefusal(
          400,
          'The body is not an object with answers to choices, such as {"create.status":200}.',
        )
      world.follow({ ...world.profile, ...body } as ProfileOption)
      return world.profile
    },
  },
  'GET /choices': {
    about:
      'Every choice: its id, what it means, where the document is silent, and the answers, the default first.',
    perform: ({ world }) => ({
      presets: Object.keys(presets),
      choices: choiceIds.map((id) => {
        const { about, silence, answers, allowed } = choices[id]
        return { id, about, silence, answers, allowed, answer: world.profile[id] }
      }),
    }),
  },
}
