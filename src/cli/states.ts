import { once } from 'node:events'
import type { Command } from 'commander'
import type { ProviderStates } from '../../contracts/pact/provider-states.ts'
import { isObject, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import type { CommandIo } from './io.ts'
import { addProviderOptions, type ProviderFlags, reachOf, wholeNumber } from './options.ts'
import { runAtProvider } from './provider-run.ts'

interface StatesFlags extends ProviderFlags {
  readonly port: number
}

export function addStates(program: Command, io: CommandIo): void {
  const command = program
    .command('states')
    .description("set up Pact's provider states at a provider")
    .option('--port <number>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 4011)
  addProviderOptions(command)
    .addHelpText(
      'after',
      `
Exit codes: 0 stopped by a signal, nothing is left; 1 some posts may be left;
2 invalid arguments.

Example: npx posts-understudy states https://staging.example.com/v1 --port 4011`,
    )
    .action((url: string, flags: StatesFlags) => states(url, flags, io))
}

async function states(url: string, { port, ...flags }: StatesFlags, io: CommandIo): Promise<void> {
  const at = reachOf(url, flags)
  const { ProviderStates } = await import('../../contracts/pact/provider-states.ts')
  const { listen, nodeListener } = await import('../server/listen.ts')
  const { leftoverSections } = await import('../../contracts/report/run-sections.ts')
  const { consoleText } = await import('../../contracts/report/text-report.ts')
  const { leftovers } = await runAtProvider(io, at, { quiet: flags.quiet ?? false }, async (terms) => {
    const onLeftover = (line: string) => void io.stderr.write(`${line}\n`)
    const provider = new ProviderStates({ ...at, onLeftover, onLedger: terms.onLedger })
    const answer = inTurn((request) => answerCall(request, provider, io))
    const { origin, close } = await listen(nodeListener(answer), { port })
    io.stdout.write(`Provider states: ${origin}/\n`)
    if (!terms.signal.aborted) await once(terms.signal, 'abort')
    await close()
    return { leftovers: await provider.end() }
  })
  if (leftovers.length === 0) return
  io.stdout.write(consoleText(leftoverSections(leftovers), {}))
  io.exitCode = 1
}

/** Answers requests one after the other. */
function inTurn(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  let latest: Promise<unknown> = Promise.resolve()
  return async (request) => {
    const reply = latest.then(() => answer(request))
    latest = reply.catch(() => {})
    return await reply
  }
}

/** Answers `{ action, state, params }` (https://docs.pact.io, "provider states"). */
async function answerCall(request: Request, provider: ProviderStates, { stderr }: CommandIo) {
  const json = (status: number, value: unknown) =>
    new Response(stringifyJson(value), { status, headers: { 'content-type': 'application/json' } })
  try {
    if (request.method !== 'POST' || request.headers.has('origin'))
      return json(405, { error: 'Only a POST of Pact is answered here.' })
    const call = parseJson(await request.text())
    const { action, state, params } = isObject(call) ? call : {}
    if (action !== 'teardown') return json(200, await provider.setUp(String(state ?? ''), params))
    await provider.tearDown()
    return json(200, {})
  } catch (error) {
    const { message } = error as Error
    stderr.write(`${message}\n`)
    // Pact repeats a call that fails with 5xx for two minutes.
    return json(422, { error: message })
  }
}
