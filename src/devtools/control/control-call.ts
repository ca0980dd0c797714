import { parseJson } from '../../../handlers/model/json.ts'

/** How a call that came to nothing becomes an error of whoever made it. */
export interface CallErrors {
  /** Nobody answers, or somebody who is not a control API, whose words are a SyntaxError. */
  unreachable(error: Error): Error | Promise<Error>
  /** It was refused. @param reason a sentence. @param request method and path. @param status of the answer. */
  refused(reason: string, request: string, status: number): Error
}

/**
 * Calls a control API.
 *
 * @param path below it. @param json the body.
 * @returns the answer, ids exact; undefined where there is none.
 */
export type ControlCall = <Answer = undefined>(method: string, path: string, json?: string) => Promise<Answer>

export function tokenHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/**
 * Makes what calls the control API of a server.
 *
 * @param urlOf the address of something in it, in the world that is meant. @param token where the server asks for one.
 */
export function createControlCall(
  urlOf: (path: string) => string,
  errors: CallErrors,
  token?: string,
): ControlCall {
  const headers = tokenHeaders(token)
  const fail = async (error: unknown) => {
    throw await errors.unreachable(error as Error)
  }
  return async (method, path, json) => {
    const response = await fetch(urlOf(path), { method, headers, body: json ?? null }).catch(fail)
    const text = await response.text().catch(fail)
    if (!response.ok)
      throw errors.refused(reasonIn(text, response.status), `${method} ${path}`, response.status)
    try {
      return (text === '' ? undefined : parseJson(text)) as never
    } catch (error) {
      return fail(error)
    }
  }
}

/** The sentence in a refusal, or one about it. */
export function reasonIn(text: string, status: number): string {
  try {
    const { detail } = Object(JSON.parse(text))
    if (typeof detail === 'string') return detail
  } catch {
    // A proxy between us may answer with a page.
  }
  return `The server answered ${status}.`
}

/** Makes what gives the addresses of a control API. @param url with a slash at its end. @param world default the base world. */
export function controlUrls(url: URL, world: string | undefined): (path: string) => string {
  return (path) => {
    const found = new URL(path, url)
    if (world !== undefined) found.searchParams.set('world', world)
    return found.href
  }
}
