import { alive, gone } from '../model/reference-model.ts'
import type { Step } from '../scenarios/scenario.ts'
import { checkList, checkRead } from './checks.ts'
import { leavesOut } from './context.ts'
import type { Sequence } from './sequence.ts'
import type { StepOf } from './steps/command.ts'
import { commands } from './steps/commands.ts'
import { performAll, plannedDelete } from './writes.ts'

/** Runs steps until one shows a violation or their time is over, then checks some posts and deletes all. */
export async function runSteps(run: Sequence, steps: readonly Step[], deadline = Number.POSITIVE_INFINITY) {
  for (const step of steps) {
    if (run.context.clock.now() > deadline) break
    run.nextStep(step.kind === 'example' ? step.key : undefined)
    await runStep(run, step)
    if (run.hasFailed) return
  }
  run.nextStep()
  const posts = alive(run.model)
  for (const id of new Set([posts.at(-1)?.id, posts.at(0)?.id, gone(run.model).at(-1)]))
    if (id !== undefined && !run.hasFailed) await checkRead(run, id)
  if (run.hasFailed || leavesOut(run.context, 'delete') || posts.length === 0) return
  await performAll(
    run,
    posts.map(({ id }) => plannedDelete(run, id)),
  )
  if (!run.hasFailed) await checkList(run, 'delete.removes')
}

async function runStep<Kind extends Step['kind']>(run: Sequence, step: StepOf<Kind>): Promise<void> {
  const kind: Kind = step.kind
  await commands[kind].run(run, step)
}
