import { answer } from '../../handlers/answer.ts'
import { completeProfile, type Profile, type ProfileOption } from '../../handlers/choices/profile.ts'
import { emptyWorld } from '../../handlers/world/empty-world.ts'
import type { ReceivedReply, SentRequest } from '../spec/exchange.ts'
import type { DecodedReply, ProviderClient, RequestGuard } from '../wire/client.ts'
import { curlOf } from '../wire/curl.ts'
import type { RawRequest } from '../wire/target.ts'

export interface DryRunClientOptions {
  /** The address of the provider, which gets no request. */
  readonly url: string
  /** How the provider is assumed to answer. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
}

export interface DryRunClient {
  /** A client that the handlers answer. */
  readonly client: ProviderClient
  /** Every request so far, such as `PUT /posts/${id} {"title":…}`. */
  readonly lines: string[]
}

/** Ids that are recognisable in a request. */
const firstId = 7_000_000_000_000
const assignedId = /(?<![1-9]\d*)70000\d{8}(?!\d)/g
/** Unused ids: an id of the run plus 2^64, 2^32 or 2^31, without its last digit, or with one more. */
const distantId = /(?<!\d)(?:70000\d{7}|70000\d{9}|700[24]\d{9}|184467510737\d{8})(?!\d)/g
/** In characters. */
const longestLine = 400

/**
 * Makes a client whose requests are recorded and answered by the handlers. A real run sends other requests where the
 * provider differs from the profile: if its reply to a create has no id, for example, the run reads the list.
 */
export function createDryRun({ url, profile }: DryRunClientOptions): DryRunClient {
  const lines: string[] = []
  const world = emptyWorld({ ...completeProfile(profile), 'id.assignment': { from: firstId } })
  const answered = async ({ method, path, headers, body }: SentRequest): Promise<ReceivedReply> => {
    lines.push(lineOf(method, path, body))
    const [pathname = '', query] = path.split(/(?=\?)/)
    const reply = await answer(
      { method, base: url, path: pathname, query: query ?? '', headers, body },
      world,
    )
    return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
  }
  const viewFor = (guard: RequestGuard | undefined): ProviderClient => {
    const pass = async ({ body, ...request }: RawRequest): Promise<DecodedReply> => {
      const send = async () => {
        const reply = await answered({ ...request, body: body?.toString() })
        return { reply, raw: { ...reply, body: Buffer.from(reply.body) } }
      }
      const read = (path: string) => answered({ method: 'GET', path, headers: {} })
      return await (guard ? guard.pass({ ...request, body }, { base: url, send, read }) : send())
    }
    const client: ProviderClient = {
      url,
      send: async ({ body, ...request }) =>
        (await pass({ ...request, body: body === undefined ? body : Buffer.from(body) })).reply,
      forward: async (request) => (await pass(request)).raw,
      notes: [],
      limits: [],
      waited: 0,
      get requests() {
        return lines.length
      },
      writing: viewFor,
      uninterrupted: () => client,
      get anonymous() {
        return client
      },
      curl: (request) => curlOf(url, request),
      close: async () => {},
    }
    return client
  }
  return { client: viewFor(undefined), lines }
}

function lineOf(method: string, path: string, body: string | undefined): string {
  const text = `${method} ${path}${body === undefined ? '' : ` ${body}`}`
    .replace(assignedId, '${id}')
    .replace(distantId, '${another id}')
    .replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const rest = text.length - longestLine
  return rest > 0 ? `${text.slice(0, longestLine)}… (${rest} characters more)` : text
}
