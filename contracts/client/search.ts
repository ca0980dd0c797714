import type { ChoiceId } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { fewest } from './fewest.ts'
import {
  type Answers,
  answersOf,
  isDefault,
  listedVariants,
  profileOf,
  type Variant,
  variantOf,
} from './shaping.ts'

/** How a run of the client's tests went. */
export interface ClientRun {
  readonly passed: boolean
  /** What it shows of a failure, such as the tests that failed. */
  readonly failure: string
  /** The end of what the command printed. */
  readonly output: string
  /** The listed answers that would have changed a reply of this run. */
  shaping(): Promise<readonly Variant[]>
  /** Those of the run's answers beside which another one changes a reply; undefined if it changes none. */
  beside(variant: Variant, answers: readonly Variant[]): Promise<readonly Variant[] | undefined>
  /** What shows that the client does not cope with these answers. */
  evidence(variants: readonly Variant[]): Promise<Omit<Failure, 'answers'>>
}

/** Answers with which the client's tests fail: one, or several that each pass. */
export interface Failure {
  readonly answers: Answers
  /** The tests that fail; empty where the runner does not tell their names. */
  readonly tests: readonly string[]
  /** A request of theirs with its reply. */
  readonly entry?: JournalEntry
}

export interface SearchOptions {
  /** The answers to try, in the order in which they are tried. */
  readonly variants: readonly Variant[]
  /** Runs the client's tests under these answers. */
  readonly run: (answers: Answers) => Promise<ClientRun>
  /** Whether to try more pairs of answers when each is known. Default not. */
  readonly hasTime?: () => boolean
}

/** What is known about a client. */
export interface Findings {
  readonly passes: readonly Variant[]
  readonly failures: readonly Failure[]
  /** Answers with which the tests failed once and then passed. */
  readonly unsure: readonly Answers[]
  /** Answers that were not tried: the search was interrupted, or they need others with which the tests fail. */
  readonly untried: readonly Variant[]
  /** How many pairs of passing answers were tried together, and how many there are. */
  readonly pairs: { readonly tried: number; readonly of: number }
}

/** Nothing can be said about a client: its tests fail as they are, or now and then, or use no mock. */
export class NotMeasurable extends Error {
  readonly output: string

  constructor(why: string, { output }: Pick<ClientRun, 'output'>) {
    super(why)
    this.output = output
  }
}

/** With the first run, this is what a client that passes with everything needs. */
const usualRuns = 7
/** How often an answer may have no effect among others before it is tried alone. */
const mostHidden = 2

/**
 * Finds the answers with which a client's tests fail: many are tried in one run, and a run that fails is divided until
 * the fewest answers are known that make it fail. `findings` is what is known at any moment.
 */
export class ClientSearch {
  readonly #options: SearchOptions
  /** The answers to try, each with those beside which it changes a reply. */
  readonly #open: Map<Variant, readonly Variant[]>
  readonly #passes = new Set<Variant>()
  /** The answers that fail, alone or together, and those whose failure did not repeat. */
  readonly #failing: (readonly Variant[])[] = []
  readonly #failures: Failure[] = []
  readonly #unsure: Answers[] = []
  /** How often an answer was part of a run in which it changed no reply. */
  readonly #hidden = new Map<Variant, number>()
  /** The runs that were tried, with their answers. */
  readonly #tried: { readonly variants: readonly Variant[]; readonly passed: boolean }[] = []
  #runs = 0

  constructor(options: SearchOptions) {
    this.#options = options
    this.#open = new Map(options.variants.map((variant) => [variant, []]))
  }

  /** @throws NotMeasurable, or what `run` throws. */
  async finish(): Promise<Findings> {
    for (let round = this.#nextRound(); round.length > 0; round = this.#nextRound()) {
      let left = round
      while (await this.#isFailing(left)) {
        await this.#divide(left)
        left = left.filter((variant) => !this.#failing.some(([first]) => first === variant))
      }
    }
    return this.findings
  }

  get findings(): Findings {
    const pairs = this.#pairs().filter((pair) => this.#canTry(pair))
    return {
      passes: [...this.#passes],
      failures: this.#failures.toSorted((one, other) => placeOf(one) - placeOf(other)),
      unsure: this.#unsure,
      untried: [...this.#open.keys()],
      pairs: { tried: pairs.filter((pair) => this.#isTried(pair)).length, of: pairs.length },
    }
  }

  /** What to try next: an answer to each choice, those first that were in no run yet; then pairs of passing ones. */
  #nextRound(): readonly Variant[] {
    const hidden = (variant: Variant) => this.#hidden.get(variant) ?? 0
    const groupOf = (variant: Variant) => [...(this.#open.get(variant) ?? []), variant]
    const ready = [...this.#open.keys()].filter((variant) => this.#canTry(groupOf(variant)))
    const isSuspect = ({ choice }: Variant) =>
      this.#failing.some(([one, other]) => one?.choice === choice && !other)
    // Where a client fails with one answer to a choice, it often does with others.
    const alone = ready.find((each) => isSuspect(each) || hidden(each) >= mostHidden)
    if (alone) return groupOf(alone)
    const { hasTime = () => false } = this.#options
    if (ready.length === 0 && this.#runs >= usualRuns && !hasTime()) return []
    const groups = ready.sort((one, other) => hidden(one) - hidden(other)).map(groupOf)
    const pairs = this.#pairs().filter((pair) => !this.#isTried(pair))
    let round: readonly Variant[] = []
    for (const group of [...groups, ...pairs]) {
      const more = [...round, ...group.filter((variant) => !round.includes(variant))]
      if (more.length > round.length && this.#canTry(more)) round = more
    }
    return round
  }

  /** Finds what fails, alone or together, among answers that fail as a whole. */
  async #divide(variants: readonly Variant[]): Promise<void> {
    const middle = Math.ceil(variants.length / 2)
    let isDivided = false
    for (const half of [variants.slice(0, middle), variants.slice(middle)]) {
      if (half.length === variants.length || !(await this.#isFailing(half))) continue
      isDivided = true
      await this.#divide(half)
    }
    if (!isDivided) await this.#confirm(variants)
  }

  /** Whether answers do not contradict each other, and are not known to fail. */
  #canTry(variants: readonly Variant[]): boolean {
    const choices = new Set(variants.map(({ choice }) => choice))
    const isKnown = this.#failing.some((all) => isWithin(all, variants))
    return choices.size === variants.length && !isKnown && areConsistent(variants)
  }

  /** Whether the tests fail with these answers; they are run where this does not follow from other runs. */
  async #isFailing(variants: readonly Variant[]): Promise<boolean> {
    if (variants.length === 0 || !areConsistent(variants)) return false
    const known = this.#tried.find(
      (each) => each.variants.length === variants.length && isWithin(variants, each.variants),
    )
    if (known) return !known.passed
    const run = await this.#run(variants)
    this.#tried.push({ variants, passed: run.passed })
    if (run.passed) await this.#learn(variants, run)
    return !run.passed
  }

  /** Takes from a run that passed what it shows: of an answer that changed no reply it shows nothing, if it is not alone. */
  async #learn(variants: readonly Variant[], run: ClientRun): Promise<void> {
    const shaping = await run.shaping()
    const known = [...this.#open.keys(), ...this.#passes, ...this.#failing.flat()]
    for (const found of shaping.filter((each) => !isDefault(each) && !known.includes(each))) {
      const beside = await run.beside(found, variants)
      if (beside) this.#open.set(found, beside)
    }
    for (const variant of variants) {
      const hidden = this.#hidden.get(variant) ?? 0
      const isSeen = shaping.some(({ choice }) => choice === variant.choice)
      if (!isSeen && variants.length > 1 && hidden < mostHidden) this.#hidden.set(variant, hidden + 1)
      else if (this.#open.delete(variant)) this.#passes.add(variant)
    }
  }

  /**
   * Repeats a failure of one answer, or of some that only fail together, and notes the fewest of them that fail. Before the
   * first one the run without any change is repeated.
   */
  async #confirm(variants: readonly Variant[]): Promise<void> {
    if (this.#failing.length === 0) await this.#repeatBase()
    const run = await this.#run(variants)
    if (run.passed) {
      this.#failing.push(variants)
      this.#unsure.push(answersOf(variants))
      await this.#repeatBase()
      await this.#repeatBase()
    } else {
      const found = await fewest(variants, (some) => this.#isFailing(some))
      // A status that is only there because a body needs it is not what fails.
      const reason = found.filter((each) => areConsistent(found.filter((other) => other !== each)))
      this.#failing.push(reason)
      this.#failures.push({ answers: answersOf(reason), ...(await run.evidence(reason)) })
    }
    const [first, second] = this.#failing.at(-1) ?? []
    if (!first || second) return
    this.#open.delete(first)
    this.#passes.delete(first)
  }

  async #repeatBase(): Promise<void> {
    const run = await this.#run([])
    if (run.passed) return
    const why = `The command passed as it is, and then ${run.failure}. Make the tests reliable first.`
    throw new NotMeasurable(why, run)
  }

  async #run(variants: readonly Variant[]): Promise<ClientRun> {
    this.#runs++
    return await this.#options.run(answersOf(variants))
  }

  #isTried(pair: readonly Variant[]): boolean {
    return this.#tried.some(({ variants, passed }) => passed && isWithin(pair, variants))
  }

  /** The pairs of passing answers to different choices; those of one operation first. */
  #pairs(): readonly (readonly [Variant, Variant])[] {
    const passes = [...this.#passes]
    const pairs = passes
      .flatMap((one, at) => passes.slice(at + 1).map((other) => [one, other] as const))
      .filter(([one, other]) => one.choice !== other.choice)
    const isNear = ([one, other]: readonly [Variant, Variant]) => subjectOf(one) === subjectOf(other)
    return [...pairs.filter(isNear), ...pairs.filter((pair) => !isNear(pair))]
  }
}

function areConsistent(variants: readonly Variant[]): boolean {
  return profileOf(answersOf(variants)) !== undefined
}

function isWithin(some: readonly Variant[], all: readonly Variant[]): boolean {
  return some.every((variant) => all.includes(variant))
}

/** The place of a failure in the table of choices; several answers that fail together come after single ones. */
function placeOf({ answers }: Failure): number {
  const [first, ...others] = Object.entries(answers)
  const place = listedVariants.indexOf(variantOf(first?.[0] as ChoiceId, first?.[1]))
  return others.length * listedVariants.length + place
}

/** The operation or subject that a choice is about, such as `create`. */
function subjectOf({ choice }: Variant): string {
  return choice.replace(/\..*/, '')
}
