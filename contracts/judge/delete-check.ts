import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange } from '../document/exchange.ts'
import type { Bench, Violation } from './bench.ts'
import { checkGrowth } from './growth.ts'
import { readBack } from './read-check.ts'
import { survey } from './survey.ts'

/** Checks what a delete left behind, and what the same delete leaves when it is repeated. */
export async function checkDelete(bench: Bench, exchange: Exchange, id: PostId): Promise<void> {
  const wasThere = bench.own.get(id) !== undefined
  bench.own.remove(id)
  const gone = () => faultsOnceGone(bench, id, 'delete.removes')
  if (
    !(await bench.check(
      wasThere ? ['delete.removes', 'others.untouched', 'list.all'] : ['others.untouched'],
      gone,
    )) ||
    !wasThere
  )
    return
  const before = bench.foreign.size
  bench.open(`${bench.matter}, repeated`, await bench.send(exchange.request))
  await bench.check(['delete.idempotent', 'others.untouched'], () =>
    faultsOnceGone(bench, id, 'delete.idempotent'),
  )
  if (bench.foreign.size > before)
    await checkGrowth(bench, 'delete.idempotent', 'every further delete adds a post', () =>
      bench.send(exchange.request),
    )
}

async function faultsOnceGone(bench: Bench, id: PostId, clause: ClauseId): Promise<Violation[]> {
  return [
    ...(await survey(bench, { id, clause })),
    ...(bench.own.isGone(id) ? await readBack(bench, id, clause) : []),
  ]
}
