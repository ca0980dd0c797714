import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { pageQuery } from '../../handlers/operations/list.ts'
import { fewest } from './fewest.ts'
import type { RecordedExchange, RecordedLine, RecordedTest } from './recording.ts'
import { mostPosts } from './replay.ts'
import { answersOf, listedVariants, shapingOf, type Variant } from './shaping.ts'

/** What shows that a client does not cope with some answers. */
export interface Evidence {
  /** The tests that fail; empty where the runner does not tell their names. */
  readonly tests: readonly string[]
  /** A request of theirs with its reply. */
  readonly entry?: JournalEntry
}

/** A run of the client's tests, read from what its mocks recorded. */
export class RecordedRun {
  readonly passed: boolean
  /** How it ended, such as "ended with exit code 1". */
  readonly end: string
  readonly exchanges: readonly RecordedExchange[]
  readonly #tests: readonly RecordedTest[]

  /** @param lines what its mocks recorded. */
  constructor(lines: readonly RecordedLine[], passed: boolean, end: string) {
    this.passed = passed
    this.end = end
    this.exchanges = lines.filter((line) => line.kind === 'exchange')
    this.#tests = lines.filter((line) => line.kind === 'test')
  }

  /** The listed answers that would have changed a reply of this run. */
  async shaping(): Promise<readonly Variant[]> {
    const kinds = oneOfEachKind(this.exchanges)
    const found = new Set((await Promise.all(kinds.map((exchange) => shapingOf(exchange)))).flat())
    // The recording has no credentials to send again.
    return listedVariants.filter((each) => found.has(each) && each.choice !== 'access.credentials')
  }

  /** Those of the run's answers beside which another one changes a reply; undefined if it changes none. */
  async beside(variant: Variant, answers: readonly Variant[]): Promise<readonly Variant[] | undefined> {
    const suspects = answers.filter(({ choice }) => choice !== variant.choice)
    for (const exchange of oneOfEachKind(this.exchanges)) {
      const { own, profile, entry } = exchange
      // The id in a path is one of this assignment.
      const ids = entry.path === '/posts' ? {} : { 'id.assignment': profile['id.assignment'] }
      const changes = async (some: readonly Variant[]) =>
        (await shapingOf(exchange, [variant], { ...answersOf(some), ...own, ...ids })).length > 0
      if (await changes(suspects)) return await fewest(suspects, changes)
    }
    return undefined
  }

  /** The tests that failed at last, and a request of theirs whose reply these answers shaped. */
  async evidence(variants: readonly Variant[]): Promise<Evidence> {
    const outcomes = new Map(this.#tests.map((each) => [each.test, each.passed]))
    const tests = [...outcomes].flatMap(([test, isPassed]) => (isPassed ? [] : [test])).sort()
    const ofTests = this.exchanges.filter(({ test }) => test !== undefined && tests.includes(test))
    for (const exchange of oneOfEachKind(ofTests.length > 0 ? ofTests : this.exchanges)) {
      const shaped = new Set((await shapingOf(exchange)).map(({ choice }) => choice))
      if (variants.every(({ choice }) => shaped.has(choice))) return { tests, entry: exchange.entry }
    }
    // Such as a post that is missing, as it got another id.
    const last = ofTests.at(-1)
    return { tests, ...(last && { entry: last.entry }) }
  }

  /** The operations with the statuses of their replies, such as "create 201". */
  get operations(): string[] {
    const real = this.exchanges.filter(({ entry }) => entry.fault === undefined)
    return [...new Set(real.map(({ entry }) => `${entry.operation ?? 'other'} ${entry.status}`))].sort()
  }
}

/** Reads a recording, without a last line that a killed process did not finish. */
export function linesOf(text: string): RecordedLine[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => parseJson(line) as unknown as RecordedLine)
}

/** Texts that a choice of input or of stored texts may treat apart. */
const special = [/^$/, /^\s|\s$/, /[\r\n]/, /[&<>"']/, /[^ -~]/, /^.{101,}$/s, /^.{201,}$/s, /^.{256,}$/s]

/** The first request of each kind, in the order of the kinds: it does not depend on which process wrote first. */
export function oneOfEachKind(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  const kinds = [...Map.groupBy(exchanges, kindOf)].sort(([one], [other]) => (one < other ? -1 : 1))
  return kinds.flatMap(([, alike]) => alike.slice(0, 1))
}

/** What requests have in common that get replies of the same shape. */
function kindOf({ own, posts, met, deleted, profile, entry }: RecordedExchange): string {
  const { operation, method, path, query, headers, body, status, fault } = entry
  const place = operation === undefined ? path : path.replace(/\d+$/, '1')
  const type = headers['content-type']
  const sent = typeof body === 'object' && body !== null ? Object.entries(body).map(partOf) : typeof body
  const listed = operation === 'list' && Math.min(posts, mostPosts)
  // The mock ignores any other query, such as one against caches.
  const page = pageQuery.test(query) && query
  return stringifyJson([method, place, page, type, sent, status, listed, own, profile, met, deleted, fault])
}

function partOf([name, value]: [string, unknown]): unknown {
  return [name, typeof value === 'string' ? special.map((pattern) => pattern.test(value)) : typeof value]
}
