import { createProviderClient } from '../../contracts/session/client.ts'
import { openLedger } from '../../contracts/session/ledger.ts'
import { Stage } from '../../contracts/session/stage.ts'
import { WriteGuard } from '../../contracts/session/write-guard.ts'

/** A run that creates two posts, sends a third whose reply it does not wait for, and is killed. */
const [url = '', folder = ''] = process.argv.slice(2)
const reading = createProviderClient({ url, environment: {} })
const ledger = await openLedger({ url: reading.url, folder })
const client = reading.writing(new WriteGuard(ledger))
const stage = new Stage({ send: client.send, nextTitle: ledger.nextTitle, witness: ledger })
await stage.create()
await stage.create()
const body = JSON.stringify({ title: await stage.freeTitle(), content: 'its id is never known' })
await client.send({ method: 'POST', path: '/posts', headers: { 'content-type': 'application/json' }, body })
process.kill(process.pid, 'SIGKILL')
