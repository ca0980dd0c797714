import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { Verifier } from '@pact-foundation/pact'
import { providerStates } from '../../contracts/pact/provider-states.ts'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { faults } from '../provider-set/faults.ts'
import type { Member } from '../provider-set/member.ts'
import { sequenceFaults } from '../provider-set/sequence-faults.ts'
import { startProvider } from '../provider-set/start.ts'
import { variations } from '../provider-set/variations.ts'
import { calibrateThenVerify } from '../support/verify-at.ts'

/*
 * How many faulty providers `verify` finds, and how many correct ones it accepts. Judges: `document` (verify without random
 * sequences), `sequences` (with them, at the faults that only they show), `calibrate` (verify --profile, after calibrate),
 * `pact` (the verifier of `@pact-foundation/pact`, with the committed file). With `--repeats` the script of each first
 * finding runs too: it counts if its output is another one than at the correct provider.
 */

/** What a judge says of a provider: whether it is right, and why not. */
interface Opinion {
  readonly accepts: boolean
  readonly why: string
  /** The script of the first finding. */
  readonly repeat?: string | undefined
}

interface Judge {
  readonly faults: readonly Member[]
  readonly opinion: (options: VerifyOptions, clause?: string) => Promise<Opinion>
}

const notNamed = ' (not named:'

const { values } = parseArgs({
  options: {
    judge: { type: 'string', multiple: true, default: ['document'] },
    of: { type: 'string' },
    only: { type: 'string' },
    repeats: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    atATime: { type: 'string', default: '4' },
  },
})

const judges: Readonly<Record<string, Judge>> = {
  document: { faults, opinion: (options, clause) => verified({ ...options, budget: 0 }, clause) },
  sequences: { faults: sequenceFaults, opinion: verified },
  calibrate: {
    faults: [],
    async opinion(options) {
      const complaints = await calibrateThenVerify({ ...options, timeout: 15_000 })
      return { accepts: complaints.length === 0, why: complaints.join('; ') }
    },
  },
  pact: { faults, opinion: verifiedWithPact },
}

async function verifiedWithPact({ url, headers = {}, ledgerFolder }: VerifyOptions): Promise<Opinion> {
  const verifier = new Verifier({
    provider: 'posts-service',
    providerBaseUrl: url,
    ...(Object.keys(headers).length > 0 && { customProviderHeaders: headers }),
    pactUrls: ['contracts/posts-consumer-posts-service.pact.json'],
    stateHandlers: providerStates({ url, headers, ...(ledgerFolder !== undefined && { ledgerFolder }) }),
    followRedirects: false,
    logLevel: 'error',
  })
  return await verifier.verifyProvider().then(
    () => ({ accepts: true, why: '' }),
    ({ message }: Error) => ({ accepts: false, why: message.slice(0, 1500) }),
  )
}

async function verified(options: VerifyOptions, clause?: string): Promise<Opinion> {
  const result = await verifyProvider({ ...options })
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken')
  const named = broken.some((each) => each.clause === clause) ? '' : `${notNamed} ${clause})`
  const lines = broken.map(({ clause: id, findings: [first] }) => `${id} [${first?.shownBy}] ${first?.about}`)
  const shown = `${lines.join('; ')}${result.failureReason ?? ''}${clause === undefined ? '' : named}`
  const repeat = broken[0]?.findings[0]?.repeat
  return { accepts: broken.length === 0 && result.failureReason === undefined, why: shown, repeat }
}

/** Whether a script shows a difference between a new provider with this fault and the correct one. */
async function isShownBy(script: string, fault: Member['change']): Promise<boolean> {
  const outputs = [fault, undefined].map(async (change) => {
    await using provider = await startProvider(change)
    const [, ...commands] = script.replaceAll('curl -i', 'curl -s -i').split('\n')
    // A command may fail, as curl does where a reply breaks off.
    // Through a pipe, as /dev/stderr cannot be opened where it is a socket.
    const lines = ['{ exec 2>&1', `URL=${provider.url}`, ...commands, '} | cat']
    const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\n')], { maxBuffer: 2 ** 27 })
    return stdout.replaceAll(provider.url, '').replaceAll(/^date: .*$/gim, '')
  })
  return new Set(await Promise.all(outputs)).size > 1
}

async function opinions(
  what: string,
  members: readonly Member[],
  { opinion }: Judge,
  areFaulty: boolean,
): Promise<void> {
  const isRight = ({ accepts }: Opinion) => accepts !== areFaulty
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'posts-understudy-set-'))
  const right = { sure: 0, arguable: 0 }
  const repeats = { shown: 0, all: 0 }
  const rest = members.values()
  let done = 0
  const worker = async () => {
    for (const member of rest) {
      const { change, headers = {}, of } = member
      const clause = areFaulty ? of : undefined
      const { url, close } = await startProvider(change)
      const ledgerFolder = temporary.path
      const options = { url, headers, ledgerFolder, settle: 300, timeout: 3000, seed: Number(values.seed) }
      const said = await opinion(options, clause)
      await close()
      process.stderr.write(`${what}: ${member.name} (${++done} of ${members.length})\n`)
      if (isRight(said)) right[member.arguable === undefined ? 'sure' : 'arguable']++
      if (values.repeats && clause !== undefined && isRight(said)) {
        repeats.all++
        const isShown = said.repeat !== undefined && (await isShownBy(said.repeat, change).catch(() => false))
        if (isShown) repeats.shown++
        else
          process.stdout.write(
            `  not repeated: ${member.name} | ${said.why}\n${said.repeat ?? 'no script'}\n`,
          )
      }
      if (isRight(said) && !said.why.includes(notNamed)) continue
      const verdict = `${isRight(said) ? 'other clause' : 'wrong'}${member.arguable ? ' (arguable)' : ''}`
      process.stdout.write(`  ${verdict}: ${member.name} ${clause ?? ''} | ${said.why}\n`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.atATime) }, worker))
  if (repeats.all > 0) process.stdout.write(`${what}: repeats ${repeats.shown} of ${repeats.all}\n`)
  const arguable = members.filter((member) => member.arguable !== undefined).length
  process.stdout.write(
    `${what}: ${right.sure} of ${members.length - arguable}; arguable ones: ${right.arguable} of ${arguable}\n`,
  )
}

const chosen = (members: readonly Member[]) =>
  members.filter(({ name }, at) =>
    values.only === undefined ? at % Number(values.every) === 0 : values.only === name,
  )
for (const name of values.judge) {
  const judge = judges[name]
  if (!judge) throw new RangeError(`Unknown judge "${name}". Judges: ${Object.keys(judges).join(', ')}.`)
  if (values.of !== 'faults') await opinions(`${name}, variations accepted`, chosen(variations), judge, false)
  if (values.of !== 'variations') await opinions(`${name}, faults caught`, chosen(judge.faults), judge, true)
}
