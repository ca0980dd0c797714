import { choices } from '../../handlers/choices.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { isSameAnswer } from '../choices/detection.ts'
import type { RecordedExchange, RecordedLine } from './recording.ts'
import type { ClientRun, Evidence } from './search.ts'
import { shapingOf } from './shaping.ts'
import { type Answers, isSameVariant, type Variant } from './variants.ts'

/** What a run of the client's tests recorded. */
interface Recording {
  readonly passed: boolean
  /** How it ended, such as "ended with exit code 1". */
  readonly end: string
  /** The end of what the command printed. */
  readonly output: string
  readonly lines: readonly RecordedLine[]
  /** The answers of the environment. */
  readonly answers: Answers
}

/** A run of the client's tests, read from what its mocks recorded. */
export class RecordedRun implements ClientRun {
  readonly passed: boolean
  readonly output: string
  readonly failure: string
  readonly exchanges: readonly RecordedExchange[]
  /** The tests that failed at last, where the runner has fixtures that tell them. */
  readonly #failedTests: readonly string[]
  readonly #answers: Answers

  constructor({ passed, end, output, lines, answers }: Recording) {
    this.passed = passed
    this.output = output
    this.exchanges = lines.filter((line) => line.kind === 'exchange').sort(byTest)
    const tests = lines.filter((line) => line.kind === 'test')
    const outcomes = new Map(tests.map((each) => [each.test, each.passed]))
    this.#failedTests = [...outcomes].flatMap(([test, isPassed]) => (isPassed ? [] : [test])).sort()
    this.failure = [end, ...this.#failedTests.map((test) => `"${test}"`)].join(', ')
    this.#answers = answers
  }

  async shaping(): Promise<readonly Variant[]> {
    const found: Variant[] = []
    for (const exchange of firstOfEachKind(this.exchanges)) {
      const isNew = (variant: Variant) => !found.some((each) => isSameVariant(each, variant))
      found.push(...(await variantsOf(exchange)).filter(isNew))
    }
    return found
  }

  async beside(variant: Variant): Promise<Answers> {
    const beside: Record<string, unknown> = {}
    for (const exchange of firstOfEachKind(this.exchanges)) {
      const shaping = await variantsOf(exchange)
      if (!shaping.some((each) => isSameVariant(each, variant))) continue
      const profile: Record<string, unknown> = { ...exchange.profile }
      for (const { choice } of shaping) {
        if (choice === variant.choice || !isSameAnswer(this.#answers[choice], profile[choice])) continue
        const { [choice]: answer, ...without } = profile
        if (await isShaping(variant, { ...exchange, profile: without })) delete profile[choice]
        else if (answer !== undefined) beside[choice] = answer
      }
      break
    }
    return beside
  }

  /** The tests that failed, and a request of theirs whose reply these answers shaped. */
  async evidence(variants: readonly Variant[]): Promise<Evidence> {
    const tests = this.#failedTests
    const ofTests = this.exchanges.filter(({ test }) => test !== undefined && tests.includes(test))
    for (const exchange of firstOfEachKind(ofTests.length > 0 ? ofTests : this.exchanges)) {
      const shaping = await variantsOf(exchange)
      if (variants.every(({ choice }) => shaping.some((each) => each.choice === choice)))
        return { tests, entry: exchange.entry }
    }
    // Such as a post that is missing, as it got another id.
    const last = ofTests.at(-1)
    return { tests, ...(last && { entry: last.entry }) }
  }

  /** The operations with the statuses of their replies. */
  get operations(): Record<string, number[]> {
    const real = this.exchanges.filter(({ entry }) => entry.fault === undefined)
    const byName = Map.groupBy(real, ({ entry }) => entry.operation ?? 'other')
    const statuses = [...byName].map(([name, some]): [string, number[]] => [
      name,
      [...new Set(some.map(({ entry }) => entry.status))].sort((one, other) => one - other),
    ])
    return Object.fromEntries(statuses.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}

/** Reads the lines of a recording; one that a killed process did not finish is left out. */
export function linesOf(text: string): RecordedLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [parseJson(line) as unknown as RecordedLine]
    } catch {
      return []
    }
  })
}

/** The answers that change a reply and that its test leaves to the environment. */
async function variantsOf({ own, ...exchange }: RecordedExchange): Promise<Variant[]> {
  const { authorization, 'x-api-key': key } = exchange.entry.headers
  const isOpen = ({ choice }: Variant) => own[choice] === undefined && choice !== access
  const shaping = (await shapingOf({ own, ...exchange })).filter(isOpen)
  const schemes = choices[access].answers.map((answer): Variant => ({ choice: access, answer }))
  return [
    ...shaping.map(({ choice, answer }) => ({ choice, answer })),
    // The recording has no credentials to send again.
    ...(authorization === undefined && key === undefined ? [] : schemes),
  ]
}

const access = 'access.credentials'

async function isShaping(variant: Variant, exchange: RecordedExchange): Promise<boolean> {
  // Without an answer the others may contradict each other.
  const variants = await variantsOf(exchange).catch(() => [])
  return variants.some((each) => isSameVariant(each, variant))
}

/** The same order, whichever process wrote first. */
function byTest(one: RecordedExchange, other: RecordedExchange): number {
  const [first, second] = [one, other].map(({ test = '', entry }) => `${test} ${entry.method} ${entry.path}`)
  return (first ?? '') < (second ?? '') ? -1 : first === second ? one.entry.number - other.entry.number : 1
}

/** Texts that a choice of input or of stored texts may treat apart. */
const special = [/^$/, /^\s|\s$/, /[\r\n]/, /[&<>"']/, /[^ -~]/, /^.{101,}$/s, /^.{201,}$/s, /^.{256,}$/s]

function firstOfEachKind(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  return [...Map.groupBy(exchanges, kindOf).values()].flatMap((alike) => alike.slice(0, 1))
}

/** What requests have in common that get replies of the same shape. */
function kindOf({ own, deleted, profile, entry }: RecordedExchange): string {
  const { operation, method, path, query, headers, body, status, fault } = entry
  const place = operation === undefined ? path : path.replace(/\d+$/, '1')
  const type = headers['content-type']
  const sent = typeof body === 'object' && body !== null ? Object.entries(body).map(partOf) : typeof body
  return stringifyJson([method, place, query, type, sent, status, own, profile, deleted, fault])
}

function partOf([name, value]: [string, unknown]): unknown {
  return [name, typeof value === 'string' ? special.map((pattern) => pattern.test(value)) : typeof value]
}
