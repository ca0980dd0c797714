import { presets } from '../../handlers/choices/presets.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/members.ts'
import { type ClientFile, clientFileOf, type Failure } from './client-file.ts'
import { fewest } from './fewest.ts'
import type { Evidence, RecordedRun } from './recorded-run.ts'
import {
  type Answers,
  answersOf,
  areConsistent,
  isDefault,
  listedVariants,
  type Variant,
  variantOf,
} from './shaping.ts'

export interface MeasureOptions {
  /** The command of the tests, as the file names it. */
  readonly command: string
  /** Runs the tests under these answers. What is known when it throws {@link NotMeasurable} is the result. */
  readonly run: (answers: Answers) => Promise<RecordedRun>
  /** Profiles whose answers are tried too, beside the listed ones. */
  readonly profiles?: readonly Profile[]
}

/** What is known about a client. */
export interface Measurement {
  readonly client: ClientFile
  readonly failures: readonly Failure[]
  /** Answers that were not tried: the search was interrupted, or they need others with which the tests fail. */
  readonly untried: readonly Variant[]
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
  const { failures } = search
  const { passes = [], open = [] } = search.sorted()
  const client = clientFileOf({ passes, failures }, { command, operations })
  return { client, failures, untried: open, ...defined({ failureReason }) }
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

/** Nothing can be said about a client: its tests fail as they are, or now and then, or use no mock. */
export class NotMeasurable extends Error {}

/**
 * Finds the answers with which a client's tests fail: many are tried in one run, and a run that fails is divided until
 * the fewest answers are known that make it fail. What it knows can be read at any moment.
 */
class ClientSearch {
  readonly #run: (answers: Answers) => Promise<RecordedRun>
  /** The answers to try, each after those beside which it changes a reply. */
  readonly #groups = new Map<Variant, readonly Variant[]>()
  /** The runs under other answers; `shaped` has the choices that shaped a reply of one that passed. */
  readonly #runs: { readonly variants: readonly Variant[]; readonly shaped?: readonly ChoiceId[] }[] = []
  /** The answers that fail, alone or together. */
  readonly #failing: { readonly variants: readonly Variant[]; readonly evidence: Evidence }[] = []

  constructor(run: (answers: Answers) => Promise<RecordedRun>) {
    this.#run = run
  }

  /**
   * @param variants the answers to try, in the order in which they are tried.
   * @throws NotMeasurable, or what `run` throws.
   */
  async finish(variants: readonly Variant[]): Promise<void> {
    for (const variant of variants) this.#groups.set(variant, [variant])
    for (let left = this.#nextRound(); left.length > 0; left = this.#nextRound())
      while (await this.#isFailing(left)) {
        await this.#confirm(await fewest(left, (some) => this.#isFailing(some)))
        left = left.filter((variant) => !this.#failing.some((each) => each.variants[0] === variant))
      }
  }

  get failures(): Failure[] {
    const inOrder = this.#failing.toSorted((one, other) => placeOf(one.variants) - placeOf(other.variants))
    return inOrder.map(({ variants, evidence }) => ({ answers: answersOf(variants), ...evidence }))
  }

  /** The answers that fail alone, those that pass, and those of which nothing is known yet. */
  sorted() {
    return Object.groupBy(this.#groups.keys(), (variant) => {
      if (this.#failing.some(({ variants: [first, other] }) => first === variant && !other)) return 'fails'
      const { length } = this.#groupOf(variant)
      // Among others it may have had no effect.
      const isShown = this.#passedWith([variant]).some(
        ({ variants, shaped }) => variants.length === length || shaped?.includes(variant.choice),
      )
      return isShown ? 'passes' : 'open'
    })
  }

  /** What to try next: an answer to each choice, those first that were in no run yet. */
  #nextRound(): readonly Variant[] {
    const { fails = [], open = [] } = this.sorted()
    const ready = open.filter((variant) => this.#canTry(this.#groupOf(variant)))
    // Where a client fails with one answer to a choice, it often does with others.
    const isSuspect = ({ choice }: Variant) => fails.some((each) => each.choice === choice)
    // It passed among others, and had no effect there.
    const isHidden = (variant: Variant) => this.#passedWith([variant]).length > 0
    const alone = ready.find((each) => isSuspect(each) || isHidden(each))
    if (alone) return this.#groupOf(alone)
    let round: readonly Variant[] = []
    for (const variant of ready) {
      const more = [...new Set([...round, ...this.#groupOf(variant)])]
      if (this.#canTry(more)) round = more
    }
    return round
  }

  /** Whether a profile can have some answers, and they are not known to fail. */
  #canTry(variants: readonly Variant[]): boolean {
    const choices = new Set(variants.map(({ choice }) => choice))
    const isKnown = this.#failing.some((each) => isWithin(each.variants, variants))
    return choices.size === variants.length && !isKnown && areConsistent(answersOf(variants))
  }

  /** Whether the tests fail with these answers; they are run where this does not follow from other runs. */
  async #isFailing(variants: readonly Variant[]): Promise<boolean> {
    if (variants.length === 0 || !areConsistent(answersOf(variants))) return false
    const known = this.#runs.find(
      (each) => each.variants.length === variants.length && isWithin(variants, each.variants),
    )
    if (known) return !known.shaped
    const run = await this.#run(answersOf(variants))
    const shaping = run.passed ? await run.shaping() : []
    this.#runs.push({ variants, ...(run.passed && { shaped: shaping.map(({ choice }) => choice) }) })
    for (const found of shaping.filter((each) => !isDefault(each) && !this.#groups.has(each))) {
      const beside = await run.beside(found, variants)
      if (beside) this.#groups.set(found, [...beside, found])
    }
    return !run.passed
  }

  /** Repeats a failure and notes it. Before the first one the run without any change is repeated. */
  async #confirm(variants: readonly Variant[]): Promise<void> {
    const isReliable = this.#failing.length > 0 || (await this.#run({})).passed
    const run = await this.#run(answersOf(variants))
    if (!isReliable || run.passed)
      throw new NotMeasurable(
        'The command fails now and then. Make the tests reliable first, or let their runner repeat those that fail.',
      )
    // A status that is only there because a body needs it is not what fails.
    const reason = variants.filter((each) =>
      areConsistent(answersOf(variants.filter((other) => other !== each))),
    )
    this.#failing.push({ variants: reason, evidence: await run.evidence(reason) })
  }

  /** An answer after those that it needs. */
  #groupOf(variant: Variant): readonly Variant[] {
    return this.#groups.get(variant) ?? []
  }

  /** The runs that passed with some answers. */
  #passedWith(variants: readonly Variant[]) {
    return this.#runs.filter((run) => run.shaped && isWithin(variants, run.variants))
  }
}

function isWithin(some: readonly Variant[], all: readonly Variant[]): boolean {
  return some.every((variant) => all.includes(variant))
}

/** The place of a failure in the table of choices; several answers that fail together come after single ones. */
function placeOf(variants: readonly Variant[]): number {
  const places = variants.map((variant) => listedVariants.indexOf(variant))
  return variants.length * listedVariants.length + Math.min(...places)
}
