import { onTestFinished } from 'vitest'
import { cleanUp } from '../../../contracts/custody/clean-up.ts'
import { openLedger } from '../../../contracts/custody/ledger.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { jsonRequest } from '../../../contracts/spec/exchange.ts'
import type { Call, Change, Provider, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { takesAnything } from '../../provider-set/takes-anything.ts'
import { clientFor, clockThatRuns, get } from '../../support/provider-client.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'

type Answer = (call: Call, correct: () => Promise<Reply>, provider: Provider) => Promise<Reply>

/** Begins a run at a provider that takes anything and holds two posts of somebody else, one of them without a text. */
export async function beginRun(answer: Answer = (_call, correct) => correct(), timeout = 5000) {
  const change: Change = (provider, correct) => ({
    ...takesAnything(provider, correct),
    answer: (call) => answer(call, () => correct.answer(call), provider),
  })
  const { url, provider, requests, close } = await startProvider(change)
  onTestFinished(close)
  for (const title of ['theirs', '']) provider.write(++provider.lastId, { title, content: '', fields: {} })
  const stop = new AbortController()
  const bare = clientFor(url, { timeout, signal: stop.signal })
  const folder = await temporaryFolder()
  const ledger = await openLedger({ url: bare.url, folder })
  onTestFinished(ledger.close)
  const writes = new WriteGuard(ledger)
  const client = bare.writing(writes)
  ledger.nextTitle()
  await get(client)
  const clock = clockThatRuns()
  return {
    provider,
    requests,
    clock,
    /** Takes the provider away for good. */
    close,
    client,
    ledger,
    stop,
    /** Creates a post with a title of the run, and reads it, as a run does. */
    async create(): Promise<{ id: number; title: string }> {
      const title = ledger.nextTitle()
      const reply = await client.send(jsonRequest('POST', '/posts', { title, content: `Of ${title}.` }))
      const { id } = JSON.parse(reply.body)
      await get(client, `/posts/${id}`)
      return { id, title }
    },
    /** Ends the run, and says what there is then. */
    async end() {
      stop.abort()
      await writes.idle()
      const { leftovers } = await cleanUp(ledger, client, { clock })
      await ledger.close()
      const left = [...provider.posts.values()].map(({ id }) => Number(id))
      return { left, leftovers, ledgers: (await filesIn(folder)).length }
    },
  }
}

/** Asks whether a request creates a post. */
export const isCreate = ({ method }: Call) => method === 'POST'
/** What there is where a run has left nothing. */
export const clean = { left: [1, 2], leftovers: [], ledgers: 0 }
