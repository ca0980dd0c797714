import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Exchange } from '../spec/exchange.ts'
import type { CheckContext, Violation } from './check-context.ts'
import { checkList } from './list-check.ts'
import { readBack } from './read-check.ts'

/** Checks the effect of a delete, and of the same delete again. */
export async function checkDelete(context: CheckContext, exchange: Exchange, id: PostId): Promise<void> {
  const wasThere = context.own.get(id) !== undefined
  const clause = context.own.isGone(id) ? 'delete.idempotent' : 'delete.removes'
  context.own.remove(id)
  const gone = () => faultsOnceGone(context, id, clause, checkList)
  if (
    !(await context.check(
      wasThere ? ['delete.removes', 'others.untouched', 'list.all'] : ['others.untouched'],
      gone,
    )) ||
    !wasThere
  )
    return
  context.open(`${context.subject}, repeated`, await context.send(exchange.request))
  await context.check(['delete.idempotent', 'others.untouched'], () =>
    faultsOnceGone(context, id, 'delete.idempotent', checkList),
  )
}

async function faultsOnceGone(
  context: CheckContext,
  id: PostId,
  clause: ClauseId,
  check: typeof checkList,
): Promise<Violation[]> {
  return [
    ...(await check(context, { id, clause })),
    ...(context.own.isGone(id) ? await readBack(context, id, clause) : []),
  ]
}
