import { openLedger } from '../../../contracts/custody/ledger.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { creating } from '../../support/created-post.ts'

/** A run that creates two posts, sends a third whose reply it does not wait for, and is killed. */
const [url = '', folder = ''] = process.argv.slice(2)
const reading = createProviderClient({ url })
const ledger = await openLedger({ url: reading.url, folder })
const client = reading.writing(new WriteGuard(ledger))
const setup = creating(client.send, ledger.nextTitle)
await setup.create()
await setup.create()
const body = JSON.stringify({ title: ledger.nextTitle(), content: 'its id is never known' })
await client.send({ method: 'POST', path: '/posts', headers: { 'content-type': 'application/json' }, body })
process.kill(process.pid, 'SIGKILL')
