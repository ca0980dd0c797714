import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type Answers, answersIn, answersOf, isDefault, isSameVariant, type Variant } from './variants.ts'

/** How a run of the client's tests went. */
export interface ClientRun {
  readonly passed: boolean
  /** What it shows of a failure, such as the tests that failed. */
  readonly failure: string
  /** The end of what the command printed. */
  readonly output: string
  /** The answers that would have changed a reply of this run. */
  shaping(): Promise<readonly Variant[]>
  /** The answers of the run without which another one would have changed no reply. */
  beside(variant: Variant): Promise<Answers>
  /** What shows that the client does not cope with these answers. */
  evidence(variants: readonly Variant[]): Promise<Evidence>
}

/** The tests that fail with some answers, and a request of theirs with its reply. */
export interface Evidence {
  /** Empty where the runner does not tell their names. */
  readonly tests: readonly string[]
  readonly entry?: JournalEntry
}

/** Answers with which the client's tests fail: one, or several that each pass. */
export interface Failure extends Evidence {
  readonly answers: Answers
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
  /** Answers that were not tried: they need another one, with which the tests fail. */
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
 * Finds the answers with which a client's tests fail: many are tried in one run, and a run that fails is halved until
 * the fewest answers are known that make it fail. `findings` is what is known at any moment.
 */
export class ClientSearch {
  readonly #options: SearchOptions
  readonly #open: Variant[]
  #passes: Variant[] = []
  /** The answers that fail, alone or together, and those whose failure did not repeat. */
  readonly #failing: (readonly Variant[])[] = []
  readonly #failures: Failure[] = []
  readonly #unsure: Answers[] = []
  /** How often an answer was part of a run in which it changed no reply. */
  readonly #hidden = new Map<Variant, number>()
  /** The runs that passed and failed. */
  #passed: (readonly Variant[])[] = []
  readonly #failed: (readonly Variant[])[] = []
  /** The pairs that were tried together. */
  readonly #pairs = new Set<string>()
  #runs = 0

  constructor(options: SearchOptions) {
    this.#options = options
    this.#open = [...options.variants]
  }

  /** @throws NotMeasurable, or what `run` throws. */
  async finish(): Promise<Findings> {
    for (let next = this.#nextRound(); next.length > 0; next = this.#nextRound()) await this.#tryRound(next)
    const { hasTime = () => false } = this.#options
    while (this.#runs < usualRuns || hasTime()) {
      const pair = this.#pairsOf(this.#passes).find((each) => !this.#isTried(each) && this.#canTry(each))
      if (!pair) break
      this.#pairs.add(keyOf(pair))
      await this.#tryRound([...pair, ...this.#untriedBeside(pair)])
    }
    return this.findings
  }

  get findings(): Findings {
    const pairs = this.#pairsOf(this.#passes).filter((pair) => this.#canTry(pair))
    return {
      passes: this.#passes,
      failures: this.#failures,
      unsure: this.#unsure,
      untried: this.#open,
      pairs: { tried: pairs.filter((pair) => this.#isTried(pair)).length, of: pairs.length },
    }
  }

  /** What to try next: an answer to each choice, those first that were in no run yet, and passing ones to the rest. */
  #nextRound(): Variant[] {
    const hidden = (variant: Variant) => this.#hidden.get(variant) ?? 0
    const ready = this.#open.filter((variant) => this.#canTry([variant]))
    const isSuspect = ({ choice }: Variant) =>
      this.#failing.some(([one, other]) => one?.choice === choice && !other)
    // Where a client fails with one answer to a choice, it often does with others.
    const alone = ready.find((each) => isSuspect(each) || hidden(each) >= mostHidden)
    if (alone) return [alone]
    const round = this.#compatible(ready.sort((one, other) => hidden(one) - hidden(other)))
    return [...round, ...this.#untriedBeside(round)]
  }

  /** The first of `candidates` for each choice that can be tried with those before it. */
  #compatible(candidates: readonly Variant[], before: readonly Variant[] = []): Variant[] {
    const round = [...before]
    for (const candidate of candidates) {
      const isNew = !round.some(({ choice }) => choice === candidate.choice)
      if (isNew && this.#canTry([...round, candidate])) round.push(candidate)
    }
    return round.slice(before.length)
  }

  /** Tries answers at once until all that fails among them is known. */
  async #tryRound(round: readonly Variant[]): Promise<void> {
    let left = round
    while (await this.#isFailing(left)) {
      const found = await this.#reasons(left)
      left = left.filter((variant) => !found.some(([first]) => first === variant))
    }
  }

  /** Passing answers to the choices that a round leaves, of pairs that were not tried. */
  #untriedBeside(round: readonly Variant[]): Variant[] {
    const chosen = [...round]
    const choices = new Set(this.#passes.map(({ choice }) => choice))
    for (const choice of choices) {
      const untried = (variant: Variant) => chosen.filter((each) => !this.#isTried([each, variant])).length
      const candidates = this.#passes.filter((each) => each.choice === choice && untried(each) > 0)
      candidates.sort((one, other) => untried(other) - untried(one))
      chosen.push(...this.#compatible(candidates, chosen))
    }
    return chosen.slice(round.length)
  }

  /** The answers that fail, alone or together, of some that fail as a whole. */
  async #reasons(variants: readonly Variant[]): Promise<(readonly Variant[])[]> {
    if (variants.length === 1) return [await this.#confirmed(variants)]
    const found: (readonly Variant[])[] = []
    for (const half of halves(variants))
      if (await this.#isFailing(half)) found.push(...(await this.#reasons(half)))
    if (found.length > 0) return found
    return [await this.#confirmed(await this.#unhidden(await this.#fewest([], variants)))]
  }

  /** Of answers that fail together the one that fails alone, if any: where it passed, another answer hid that. */
  async #unhidden(variants: readonly Variant[]): Promise<readonly Variant[]> {
    for (const variant of variants) {
      if ((await this.#run([variant])).passed) continue
      this.#passes = this.#passes.filter((each) => each !== variant)
      this.#passed = this.#passed.filter((set) => !set.includes(variant))
      return [variant]
    }
    return variants
  }

  /** The fewest of `suspects` that make `beside` fail; all together do. */
  async #fewest(beside: readonly Variant[], suspects: readonly Variant[]): Promise<readonly Variant[]> {
    if (suspects.length === 1) return suspects
    const [one, other] = halves(suspects)
    if (await this.#isFailing([...beside, ...one])) return this.#fewest(beside, one)
    if (await this.#isFailing([...beside, ...other])) return this.#fewest(beside, other)
    const ofOther = await this.#fewest([...beside, ...one], other)
    return [...(await this.#fewest([...beside, ...ofOther], one)), ...ofOther]
  }

  /** Repeats a failure and notes it; before the first one the run without any change is repeated. */
  async #confirmed(variants: readonly Variant[]): Promise<readonly Variant[]> {
    if (this.#failing.length === 0) await this.#repeatBase()
    const answers = answersIn(variants)
    const run = await this.#run(variants)
    if (run.passed) {
      this.#unsure.push(answers)
      await this.#repeatBase()
      await this.#repeatBase()
    } else this.#failures.push({ answers, ...(await run.evidence(variants)) })
    this.#failing.push(variants)
    if (variants.length === 1) this.#close(variants)
    return variants
  }

  async #repeatBase(): Promise<void> {
    const run = await this.#run([])
    if (run.passed) return
    const why = `The command passed as it is, and then ${run.failure}. Make the tests reliable first.`
    throw new NotMeasurable(why, run)
  }

  /** Whether the tests fail with these answers; they are run where this does not follow from other runs. */
  async #isFailing(variants: readonly Variant[]): Promise<boolean> {
    const isWithin = (set: readonly Variant[]) => variants.every((variant) => set.includes(variant))
    if (variants.length === 0 || this.#passed.some(isWithin)) return false
    if (this.#failed.some((set) => set.length === variants.length && isWithin(set))) return true
    const run = await this.#run(variants)
    if (run.passed) await this.#learn(variants, run)
    else this.#failed.push(variants)
    return !run.passed
  }

  /** Takes from a run that passed what it shows: of an answer that changed no reply it shows nothing. */
  async #learn(variants: readonly Variant[], run: ClientRun): Promise<void> {
    const shaping = await run.shaping()
    const known = [...this.#open, ...this.#passes, ...this.#failing.flat()]
    const isKnown = (found: Variant) => known.some((each) => isSameVariant(each, found))
    for (const found of shaping)
      if (!isDefault(found) && !isKnown(found)) this.#open.push({ ...found, beside: await run.beside(found) })
    const isSeen = ({ choice }: Variant) =>
      variants.length === 1 || shaping.some((found) => found.choice === choice)
    const seen = variants.filter(isSeen)
    this.#passed.push(seen)
    this.#passes.push(...seen.filter((variant) => this.#open.includes(variant)))
    this.#close(seen)
    for (const pair of this.#pairsOf(seen)) this.#pairs.add(keyOf(pair))
    for (const variant of variants)
      if (!seen.includes(variant)) this.#hidden.set(variant, (this.#hidden.get(variant) ?? 0) + 1)
  }

  #close(variants: readonly Variant[]): void {
    for (const variant of variants) {
      const at = this.#open.indexOf(variant)
      if (at >= 0) this.#open.splice(at, 1)
    }
  }

  async #run(variants: readonly Variant[]): Promise<ClientRun> {
    this.#runs++
    return await this.#options.run(this.#answersOf(variants) ?? {})
  }

  #answersOf(variants: readonly Variant[]): Answers | undefined {
    return answersOf(variants, (status) => this.#passes.some((each) => isSameVariant(each, status)))
  }

  /** Whether answers do not contradict each other, and are not known to fail. */
  #canTry(variants: readonly Variant[]): boolean {
    const isKnown = this.#failing.some((all) => all.every((each) => variants.includes(each)))
    return !isKnown && this.#answersOf(variants) !== undefined
  }

  #isTried(pair: readonly Variant[]): boolean {
    return this.#pairs.has(keyOf(pair))
  }

  /** The pairs of different choices; those of one operation first. */
  #pairsOf(variants: readonly Variant[]): [Variant, Variant][] {
    const pairs = variants.flatMap((one, at) =>
      variants
        .slice(at + 1)
        .flatMap((other): [Variant, Variant][] => (one.choice === other.choice ? [] : [[one, other]])),
    )
    const isNear = ([one, other]: [Variant, Variant]) => groupOf(one) === groupOf(other)
    return [...pairs.filter(isNear), ...pairs.filter((pair) => !isNear(pair))]
  }
}

function halves(variants: readonly Variant[]): [readonly Variant[], readonly Variant[]] {
  const middle = Math.ceil(variants.length / 2)
  return [variants.slice(0, middle), variants.slice(middle)]
}

/** The operation or subject that a choice is about, such as `create`. */
function groupOf({ choice }: Variant): string {
  return choice.replace(/\..*/, '')
}

function keyOf(pair: readonly Variant[]): string {
  return pair
    .map(({ choice, answer }) => `${choice} ${stringifyJson(answer)}`)
    .sort()
    .join(', ')
}
