import { presets } from '../../handlers/choices/presets.ts'
import type { ProfileOption } from '../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { ControlRefusal, type ControlRoutes } from './control-route.ts'

export const profileRoutes: ControlRoutes = {
  'GET /profile': {
    about: 'The current profile: an answer for every choice.',
    perform: ({ world }) => world.profile,
  },
  'PUT /profile': {
    about:
      'Sets the profile: the name of a preset as a JSON string, or answers to some choices; the others have their defaults.',
    perform({ world, body }) {
      if (body === undefined)
        throw new ControlRefusal(400, 'The body is missing; expected a profile as JSON.')
      world.follow(body as ProfileOption)
      return world.profile
    },
  },
  'PATCH /profile': {
    about: 'Changes some answers of the profile: { "create.status": 200 }.',
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
      'Every choice: its id, its meaning, what the document leaves open, and the answers, the default first.',
    perform: ({ world }) => ({
      presets: Object.keys(presets),
      choices: choiceIds.map((id) => {
        const { about, silence, answers, allowed } = choices[id]
        return { id, about, silence, answers, allowed, answer: world.profile[id] }
      }),
    }),
  },
}
