import { openLedger } from '../../../contracts/custody/ledger.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { jsonRequest } from '../../../contracts/spec/exchange.ts'
import { createProviderClient } from '../../../contracts/wire/client.ts'

/** A run that creates three posts and is killed. */
const [url = '', folder = ''] = process.argv.slice(2)
const reading = createProviderClient({ url })
const ledger = await openLedger({ url: reading.url, folder })
const client = reading.writing(new WriteGuard(ledger))
for (let posts = 0; posts < 3; posts++)
  await client.send(jsonRequest('POST', '/posts', { title: ledger.nextTitle(), content: 'left behind' }))
process.kill(process.pid, 'SIGKILL')
