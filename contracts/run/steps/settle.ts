import type { Command, StepOf } from './command.ts'

/** Waits until every write must be visible. Until the next one each check looks once, where no other client can disturb it. */
export const settle: Command<StepOf<'settle'>> = {
  run: (run) => run.settle(),
}
