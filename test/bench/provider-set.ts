import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { faults } from '../provider-set/faults.ts'
import type { Change } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'
import { variations } from '../provider-set/variations.ts'
import { smokeTest } from './smoke-test.ts'

/** A provider of the set. */
interface Member {
  readonly name: string
  readonly about: string
  readonly change: Change
  readonly clause?: string
  readonly arguable?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What somebody says of a provider: that it is right, and why not. */
interface Opinion {
  readonly accepts: boolean
  readonly why: string
}

type Judge = (url: string, member: Member, ledgerFolder: string) => Promise<Opinion>

const notNamed = ' (not named:'

const { values } = parseArgs({
  options: {
    judge: { type: 'string', multiple: true, default: ['document', 'mock', 'smoke'] },
    of: { type: 'string' },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    atATime: { type: 'string', default: '4' },
    quiet: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})

const judges: Readonly<Record<string, Judge>> = {
  document: (url, member, ledgerFolder) => verified({ url, documentOnly: true, ledgerFolder }, member),
  mock: (url, member, ledgerFolder) => verified({ url, ledgerFolder }, member),
  async smoke(url, { headers }) {
    try {
      await smokeTest(url, headers)
      return { accepts: true, why: '' }
    } catch (error) {
      return { accepts: false, why: String(error) }
    }
  },
}

async function verified(options: VerifyOptions, { headers, clause }: Member): Promise<Opinion> {
  const result = await verifyProvider({
    ...options,
    settle: 300,
    timeout: 3000,
    budget: 0,
    ...(headers ? { headers } : {}),
  })
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken')
  const named = broken.some((each) => each.clause === clause) ? '' : `${notNamed} ${clause})`
  const lines = broken.map(({ clause: id, findings: [first] }) => `${id} [${first?.shownBy}] ${first?.about}`)
  const shown = `${lines.join('; ')}${result.failureReason ?? ''}${clause === undefined ? '' : named}`
  // A provider that differs from the profile is another one, and not a wrong one.
  return { accepts: broken.length === 0 && result.failureReason === undefined, why: shown }
}

async function opinions(
  what: string,
  members: readonly Member[],
  judge: Judge,
  isRight: (opinion: Opinion) => boolean,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-set-'))
  const right = { sure: 0, arguable: 0 }
  const rest = members.values()
  let done = 0
  const worker = async () => {
    for (const member of rest) {
      const { url, close } = await startProvider(member.change)
      const opinion = await judge(url, member, folder)
      await close()
      process.stderr.write(`${what}: ${member.name} (${++done} of ${members.length})\n`)
      if (isRight(opinion)) right[member.arguable === undefined ? 'sure' : 'arguable']++
      if (!isRight(opinion) || opinion.why.includes(notNamed)) tell(member, opinion, isRight(opinion))
    }
  }
  await Promise.all(Array.from({ length: Number(values.atATime) }, worker))
  await rm(folder, { recursive: true, force: true })
  const arguable = members.filter((member) => member.arguable !== undefined).length
  process.stdout.write(
    `${what}: ${right.sure} of ${members.length - arguable}; arguable ones: ${right.arguable} of ${arguable}\n`,
  )
}

function tell({ name, clause = '', about, arguable }: Member, { why }: Opinion, isRight: boolean): void {
  if (values.quiet) return
  const verdict = `${isRight ? 'other clause' : 'wrong'}${arguable === undefined ? '' : ' (arguable)'}`
  process.stdout.write(`  ${verdict}: ${name} ${clause} | ${about} | ${why}\n`)
}

const every = values.quick ? 20 : Number(values.every)
const chosen = (members: readonly Member[]) =>
  members.filter(({ name }, at) => (values.only === undefined ? at % every === 0 : values.only === name))
const sets = {
  variations: [chosen(variations), 'variations accepted', ({ accepts }: Opinion) => accepts],
  faults: [chosen(faults), 'faults caught', ({ accepts }: Opinion) => !accepts],
} as const
for (const name of values.judge) {
  const judge = judges[name]
  if (!judge)
    throw new RangeError(`Failed to find a judge "${name}". Name one of ${Object.keys(judges).join(', ')}.`)
  for (const [set, [members, what, isRight]] of Object.entries(sets))
    if (values.of === undefined || values.of === set)
      await opinions(`${name}, ${what}`, members, judge, isRight)
}
