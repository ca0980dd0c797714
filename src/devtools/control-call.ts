import { parseJson } from '../../handlers/model/json.ts'

/** Creates the errors of failed calls. */
export interface CallErrors {
  /** There is no answer, or it is not from a control API (SyntaxError). */
  unreachable(error: Error): Error | Promise<Error>
  /** The call was refused. @param reason a sentence. @param request method and path. @param status of the answer. */
  refused(reason: string, request: string, status: number): Error
}

/**
 * Calls a control API.
 *
 * @param path below it.
 * @param json the body.
 * @returns the answer with exact ids; undefined for an empty one.
 */
export type ControlCall = <Answer = undefined>(method: string, path: string, json?: string) => Promise<Answer>

export function tokenHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/**
 * Creates a client of a server's control API.
 *
 * @param urlOf returns the address of a path, with the world.
 * @param token of the server, if it has one.
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

/** The reason in a refusal, or a sentence with its status. */
function reasonIn(text: string, status: number): string {
  try {
    const { detail } = Object(JSON.parse(text))
    if (typeof detail === 'string') return detail
  } catch {
    // A proxy may answer with a page.
  }
  return `The server answered ${status}.`
}

/**
 * Returns the function for the addresses of a control API.
 * @param url with a slash at its end.
 * @param world default
 * the base world.
 */
export function controlUrls(url: URL, world: string | undefined): (path: string) => string {
  return (path) => {
    const found = new URL(path, url)
    if (world !== undefined) found.searchParams.set('world', world)
    return found.href
  }
}
