import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { Step, Write } from './step.ts'

/** The operation that a step cannot do without; undefined where it only reads, or repeats what was sent before. */
function needOf(step: Step | Write): OperationName | undefined {
  switch (step.do) {
    case 'replace':
    case 'replace-as':
    case 'replace-deleted':
    case 'replace-next':
      return 'replace'
    case 'delete':
    case 'delete-deleted':
      return 'delete'
    case 'refused':
      return step.post === 'new' ? 'create' : 'replace'
    default:
      return undefined
  }
}

/** The steps of a sequence that do without some operations; where a path is replayed so, they are the same. */
export function leaveOut(steps: readonly Step[], without: readonly OperationName[]): readonly Step[] {
  const isPossible = (step: Step | Write) => {
    const need = needOf(step)
    return need === undefined || !without.includes(need)
  }
  return steps
    .filter(isPossible)
    .map((step) => (step.do === 'together' ? { ...step, writes: step.writes.filter(isPossible) } : step))
}
