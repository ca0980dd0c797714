import type { Finding, Violation } from '../judge/finding.ts'
import { brokenByReply } from '../judge/reply-check.ts'
import type { CheckContext } from '../judge/view-check.ts'
import { apply, emptyModel, type ModelEvent, type ReferenceModel } from '../model/reference-model.ts'
import type { Exchange } from '../scenarios/exchange.ts'
import { sequenceMark, titleOfSequence } from '../scenarios/marks.ts'
import type { PollUntil } from '../wire/retry.ts'
import type { RunContext } from './context.ts'
import { Evidence } from './evidence.ts'

export interface SequenceOptions {
  /** How to poll for what must become visible. Default as the run does. */
  readonly poll?: PollUntil
  /** Whether what it finds counts only if it fails again: its checks may send several requests at the same time. Default false. */
  readonly isTentative?: boolean
  /** How many sequences run at the same time. Default 1. */
  readonly concurrency?: number
}

/** A running sequence: what must be there, what was sent and answered, and what is wrong. */
export class Sequence implements CheckContext {
  readonly context: RunContext
  readonly poll: PollUntil
  readonly concurrency: number
  /** The text in the title or the content of each of its posts; no other sequence has it. */
  readonly marker: string
  readonly evidence: Evidence
  readonly #findings: Finding[] = []
  readonly #isTentative: boolean
  /** Whether one of several concurrent writes was not sent, so that the state after the others is unknown. */
  isUnclear = false
  #model: ReferenceModel
  #settledAt: number | undefined
  #titles = 0
  #subject: string | undefined

  constructor(
    context: RunContext,
    { poll = context.visibility.usual, concurrency = 1, isTentative = false }: SequenceOptions = {},
  ) {
    const { marker, record } = context
    this.context = context
    this.poll = poll
    this.concurrency = concurrency
    this.#isTentative = isTentative
    this.marker = sequenceMark(marker, record.sequences.size + 1)
    record.sequences.add(this.marker)
    this.evidence = new Evidence(this.marker)
    this.#model = emptyModel(record.foreign)
  }

  get model(): ReferenceModel {
    return this.#model
  }

  /** Notes what changes the model. */
  note(event: ModelEvent): void {
    this.#model = apply(this.#model, event)
  }

  /** Whether it waited since the latest write, so that each must be visible. */
  get isSettled(): boolean {
    return this.#settledAt === this.#model.writes.length
  }

  /** Waits until every write must be visible. */
  async settle(): Promise<void> {
    await this.context.visibility.settle(true)
    this.#settledAt = this.#model.writes.length
  }

  /** A unique title. A service may take none of one word. */
  nextTitle(): string {
    return `${this.nextMark()} a`
  }

  /** A unique text for the title or the content of a post. */
  nextMark(): string {
    return titleOfSequence(this.marker, ++this.#titles)
  }

  /** Begins a step. @param subject the example that it is, if any. */
  nextStep(subject?: string): void {
    this.evidence.nextStep()
    this.#subject = subject
  }

  get findings(): readonly Finding[] {
    return this.#findings
  }

  get hasFailed(): boolean {
    return this.#findings.length > 0
  }

  /** Whether no other client or sequence seems to create posts, so that a free id stays free. */
  get isAlone(): boolean {
    return this.concurrency === 1 && this.context.posts?.facts.areOthersAtWork !== true
  }

  /** How many requests of its checks may be sent at the same time. */
  get width(): number {
    return this.#isTentative ? this.context.pace.free : 1
  }

  get isPaged(): boolean {
    return this.context.pace.isPaged
  }

  get isEventual(): boolean {
    return this.context.visibility.isEventual
  }

  /**
   * Records each wrong post once: later violations are consequences. Adds the requests that it takes.
   */
  find(violation: Violation, seen: readonly Exchange[]): void {
    const { isFinal: _isFinal, alternatives = [], ...found } = violation
    const { clause, post } = found
    if (post !== undefined && this.#findings.some((each) => each.post === post)) return
    const { evidence } = this
    const all = new Set([...alternatives, ...seen.flatMap(brokenByReply)])
    all.delete(clause)
    this.#findings.push({
      ...found,
      shownBy: this.#subject ?? (evidence.step > 0 ? 'a check between examples' : 'the first look'),
      exchanges: evidence.needed(seen, found),
      ...(all.size > 0 ? { alternatives: [...all] } : {}),
    })
  }
}
