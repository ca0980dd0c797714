import type { Step } from '../../scenarios/scenario.ts'
import { atOnce } from './at-once.ts'
import type { Command, StepOf } from './command.ts'
import { example } from './example.ts'
import { many } from './many.ts'
import { settle } from './settle.ts'
import { list, read } from './view.ts'
import { write } from './write.ts'

/** Every kind of step. */
export const commands: { readonly [Kind in Step['kind']]: Command<StepOf<Kind>> } = {
  ...{ list, read, create: write, replace: write, delete: write },
  ...{ many, example, settle, 'at once': atOnce },
}
