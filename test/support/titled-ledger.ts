import { openLedger } from '../../contracts/custody/ledger.ts'
import { sequenceMark } from '../../contracts/scenarios/marks.ts'

/** Opens a ledger that makes titles as a run sends them: the mark of another sequence each. */
export async function openTitledLedger(options: Parameters<typeof openLedger>[0]) {
  const ledger = await openLedger(options)
  let titles = 0
  const nextTitle = () => sequenceMark(ledger.posts.marker, ++titles)
  return Object.assign(ledger, { nextTitle })
}
