import fc from 'fast-check'
import { toResponse } from '../../handlers/app.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Step } from '../behaviour/case.ts'
import { answerInCore, base, createMockFor } from '../behaviour/hosts/core.ts'
import type { Adapter } from '../behaviour/hosts/host.ts'
import { begin, runStep } from '../behaviour/run-case.ts'
import { arbitraryProfile } from '../support/arbitrary-profile.ts'
import { parseHttp, toWire } from './parse-http.ts'
import { randomRequest, throwDice } from './random-request.ts'

/** How many requests one profile meets. */
const roundLength = 250

/** The profile of a round. */
function profileOf(seed: number, round: number): Profile {
  const [profile] = fc.sample(arbitraryProfile, { seed: seed + round, numRuns: 1 })
  if (!profile) throw new Error('Expected a profile.')
  return profile
}

/**
 * Sends random requests to the core under one random profile, and holds every reply to the oracle, to HTTP and to the
 * Fetch Standard.
 *
 * @returns what is wrong, each with the request that shows it.
 */
export async function fuzzCore(seed: number, round: number): Promise<string[]> {
  const dice = throwDice(seed, round)
  const complaints: string[] = []
  const adapter = checkingAdapter(profileOf(seed, round), (complaint) => complaints.push(complaint))
  const caseRun = await begin(adapter)
  for (let count = 0; count < roundLength; count++) {
    const sent = randomRequest(dice, [...caseRun.model.posts.keys()])
    const found = [...(await runStep(sent, caseRun)), ...complaints.splice(0)]
    if (found.length > 0) return [`${describe(sent)}: ${found.join('; ')}`, stringifyJson(adapter.profile)]
  }
  return []
}

function describe({ method, path, headers, body }: Step): string {
  const shown = typeof body === 'string' ? JSON.stringify(body) : body && Buffer.from(body).toString('hex')
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${shown?.slice(0, 2000)}`
}

/** The core, whose every reply has to be a valid one of HTTP and of the Fetch Standard. */
function checkingAdapter(profile: Profile, complain: (complaint: string) => void): Adapter {
  const { world } = createMockFor(profile, base)
  return {
    profile,
    base,
    async send(sent) {
      const reply = await answerInCore(sent, world)
      for (const complaint of await judgeWire(reply, sent.method)) complain(complaint)
      return { status: reply.status, headers: reply.headers, text: reply.body ?? '' }
    },
    reset: () => world.reset(),
    close() {},
  }
}

async function judgeWire(reply: PlainReply, method: string): Promise<string[]> {
  try {
    toResponse(reply)
    const { status, text } = await parseHttp(toWire(reply, method), method)
    return status === reply.status && text === (reply.body ?? '').toWellFormed()
      ? []
      : ['changes on the wire']
  } catch (error) {
    return [`is not valid HTTP: ${error}`]
  }
}
