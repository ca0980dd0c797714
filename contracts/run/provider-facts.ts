import type { PostId } from '../../handlers/model/post.ts'
import type { IdEvent, ReferenceModel } from '../model/reference-model.ts'

/** What the sequences of a run found out about the provider. */
export class ProviderFacts {
  #beganEmpty = false
  #foreign: ReadonlySet<PostId> = new Set()
  readonly #odd = new Set<unknown>()
  readonly #idEvents: IdEvent[] = []
  readonly #takenIds: PostId[] = []
  readonly #replacesOfMissing: boolean[] = []

  /** Notes the first list. */
  first({ foreign, odd }: ReferenceModel): void {
    this.#beganEmpty = foreign.size === 0
    for (const each of odd) this.#odd.add(each)
  }

  /** Whether it had no posts. */
  get beganEmpty(): boolean {
    return this.#beganEmpty
  }

  /** What was odd in the first list, by id or text, and posts that the run left odd: no sequence is about it. */
  get odd(): ReadonlySet<unknown> {
    return this.#odd
  }

  leftOdd(id: PostId): void {
    this.#odd.add(id)
  }

  /** Notes what a sequence knew at its end, if no other one ran beside it. */
  endedAlone({ foreign, idEvents }: ReferenceModel): void {
    this.#foreign = foreign
    this.#idEvents.push(...idEvents)
  }

  /** Foreign ids in the latest list. */
  get foreign(): ReadonlySet<PostId> {
    return this.#foreign
  }

  /** What happened to the ids of posts while one sequence ran at a time: their order shows only then. */
  get idEvents(): readonly IdEvent[] {
    return this.#idEvents
  }

  /** Notes that a created post got the id of a foreign one. Returns all such ids, in order. */
  tookId(id: PostId): readonly PostId[] {
    this.#takenIds.push(id)
    return this.#takenIds
  }

  /** Whether a created post had the id of a foreign one. */
  wasTaken(id: PostId): boolean {
    return this.#takenIds.includes(id)
  }

  /** Notes a replace of a post that did not exist. @param isAbsent whether it was refused for that. */
  replacedMissing(isAbsent: boolean): void {
    this.#replacesOfMissing.push(isAbsent)
  }

  /** Whether every replace of a post that did not exist was refused for that, and there was one. */
  get refusesMissing(): boolean {
    return this.#replacesOfMissing.length > 0 && this.#replacesOfMissing.every(Boolean)
  }
}
