import { openLedger } from '../../contracts/custody/ledger.ts'
import { WriteGuard } from '../../contracts/custody/write-guard.ts'
import { StateSetup } from '../../contracts/model/state-setup.ts'
import { createProviderClient } from '../../contracts/wire/client.ts'

/** A run that creates two posts, sends a third whose reply it does not wait for, and is killed. */
const [url = '', folder = ''] = process.argv.slice(2)
const reading = createProviderClient({ url, environment: {} })
const ledger = await openLedger({ url: reading.url, folder })
const client = reading.writing(new WriteGuard(ledger))
const setup = new StateSetup({ send: client.send, nextTitle: ledger.nextTitle, book: ledger.book })
await setup.create()
await setup.create()
const body = JSON.stringify({ title: await setup.freeTitle(), content: 'its id is never known' })
await client.send({ method: 'POST', path: '/posts', headers: { 'content-type': 'application/json' }, body })
process.kill(process.pid, 'SIGKILL')
