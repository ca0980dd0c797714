import { presets } from '../../handlers/choices/presets.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/members.ts'
import { type ClientFile, clientFileOf } from './client-file.ts'
import type { RecordedRun } from './recorded-run.ts'
import { ClientSearch, type Findings, NotMeasurable } from './search.ts'
import { type Answers, isDefault, type Variant, variantOf } from './shaping.ts'

export interface MeasureOptions {
  /** The command of the tests, as the file names it. */
  readonly command: string
  /** Runs the tests under these answers. What is known when it throws {@link NotMeasurable} is the result. */
  readonly run: (answers: Answers) => Promise<RecordedRun>
  /** Profiles whose answers are tried too, beside the listed ones. */
  readonly profiles?: readonly Profile[]
}

/** What is known about a client. */
export interface Measurement extends Findings {
  readonly client: ClientFile
  /** Why the client could not be measured, or only in part. */
  readonly failureReason?: string
}

/** Measures what a client relies on: runs its tests under the answers that the document permits. */
export async function measureClient(options: MeasureOptions): Promise<Measurement> {
  const { command, run, profiles = [] } = options
  const search = new ClientSearch(run)
  let operations: string[] = []
  let failureReason: string | undefined
  try {
    const base = await run({})
    if (!base.passed) throw new NotMeasurable(`The command fails as it is: it ${base.end}. Fix it first.`)
    if (base.exchanges.length === 0) throw new NotMeasurable(unused)
    operations = base.operations
    await search.finish(variantsToTry(await base.shaping(), profiles))
  } catch (error) {
    if (!(error instanceof NotMeasurable)) throw error
    failureReason = error.message
  }
  const { findings } = search
  const client = clientFileOf(findings, { command, operations })
  return { ...findings, client, ...defined({ failureReason }) }
}

const unused =
  'The command passes, but no mock of posts-understudy answered a request. Let the tests use one in Node: posts-understudy/vitest, posts-understudy/playwright, setupPosts, createPostsMock, or "posts-understudy serve" that the command starts.'

/**
 * The answers to try to each choice that shapes a reply: those of the given profiles first, then those of the preset
 * `minimal`, so that one run has the least that a client may get.
 */
function variantsToTry(usual: readonly Variant[], profiles: readonly Profile[]): Variant[] {
  const choices = [...new Set(usual.map(({ choice }) => choice))]
  const answersIn = (profile: Answers) => choices.map((choice) => variantOf(choice, profile[choice]))
  const least = answersIn(presets.minimal).filter((each) => usual.includes(each))
  const all = new Set([...profiles.flatMap(answersIn), ...least, ...usual])
  return [...all].filter((each) => !isDefault(each))
}
