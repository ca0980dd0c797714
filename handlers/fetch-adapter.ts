import { answer } from './answer.ts'
import type { SplitUrl } from './http/base-url.ts'
import { bodyBrokenOff } from './http/connection-reset.ts'
import { decodeBody, type PlainReply, type PlainRequest } from './http/plain.ts'
import { abortable, realTimers } from './model/timers.ts'
import type { World } from './world/world.ts'

/** Answers a Request of the Fetch Standard in a world. Faults look like those of a network. */
export async function answerRequest(
  request: Request,
  split: SplitUrl,
  query: string,
  world: World,
): Promise<Response> {
  const body =
    request.body === null
      ? { body: undefined }
      : decodeBody(new Uint8Array(await request.arrayBuffer()), world.profile['input.max-bytes'])
  const headers: Record<string, string> = {}
  request.headers.forEach((value, name) => {
    // The Headers of a DOM test environment may not convert names to lower case.
    headers[name.toLowerCase()] = value
  })
  const plain: PlainRequest = { method: request.method, ...split, query, headers, ...body }
  // Using a signal is expensive, and is only needed if something is delayed.
  return toResponse(await answer(plain, world, world.faults.idle ? undefined : request.signal))
}

/** A reply as a Response; `Response.error()` for no reply. */
export function toResponse({ status, headers, body, broken }: PlainReply): Response {
  if (broken === 'connection') return Response.error()
  if (broken === 'body') {
    const bytes = new TextEncoder().encode(body)
    // Without a length, the end of the connection is a regular end of the body (RFC 9112, section 6.3).
    const length = { 'content-length': String(bytes.byteLength) }
    return new Response(brokenOff(bytes), { status, headers: { ...headers, ...length } })
  }
  if (status === 204 || status === 304 || 'content-length' in headers)
    return new Response(body ?? null, { status, headers: headers as Record<string, string> })
  // As a server sends it; without it an intercepted client cannot use its connection twice, keeps twice the memory,
  // and waits for ever for the body of a 205 (RFC 9110, section 15.3.6: its length is 0).
  const length = { 'content-length': String(byteLength(body ?? '')) }
  return new Response(body ?? null, { status, headers: { ...headers, ...length } })
}

let latest = { text: '', length: 0 }

/** The number of bytes of a text. The latest result is cached, because a list stays the same until the next write. */
function byteLength(text: string): number {
  if (latest.text !== text) latest = { text, length: new TextEncoder().encode(text).byteLength }
  return latest.length
}

function brokenOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    async pull(controller) {
      if (sent) {
        // After an error of the stream, the interception drops all unread data, also the status.
        await abortable(0, undefined, realTimers).done
        return controller.error(bodyBrokenOff())
      }
      sent = true
      controller.enqueue(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)))
    },
  })
}
