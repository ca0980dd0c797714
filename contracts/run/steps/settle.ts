import type { Command, StepOf } from './command.ts'

/** Waits until every write must be visible. Until the next one each check looks once, where no other client can disturb it. */
export const settle: Command<StepOf<'settle'>> = {
  async run(run) {
    await run.context.visibility.settle(true)
    run.note({ kind: 'settled' })
  },
}
