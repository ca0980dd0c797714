import { UnderstudyError } from '../../../handlers/model/errors.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { type ControlCall, controlUrls, createControlCall } from '../../devtools/control-call.ts'

/** A client for one world of a running server. */
export class ControlClient {
  /** The header that selects this world. */
  readonly headers: Readonly<Record<string, string>>
  readonly #call: ControlCall

  /** @param server any address of the server. @param token of the server, if it has one. @throws UnderstudyError `OPTION_INVALID` */
  constructor(server: string, world: string, token?: string) {
    if (!URL.canParse(server)) {
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Failed to set up posts: "server" is ${JSON.stringify(server)}. Give the address of the posts, such as "http://127.0.0.1:4010/v1".`,
      )
    }
    const url = new URL('/_understudy/', server)
    this.headers = { 'x-understudy-world': world }
    const refused = (reason: string, request: string, status: number) =>
      new UnderstudyError(
        status === 404 ? 'POST_MISSING' : 'OPTION_INVALID',
        status === 401
          ? `Failed to set up posts: the server at ${url.origin} asks for its token. Pass it as \`token\`.`
          : `Failed to ${request} of the posts server: ${reason}`,
      )
    const errors = { unreachable: (error: Error) => unreachable(url, error), refused }
    this.#call = createControlCall(controlUrls(url, world), errors, token)
  }

  /**
   * @param path below the control API.
   * @param body sent as JSON with exact ids.
   * @returns the answer with exact ids; undefined for an empty one.
   * @throws UnderstudyError `PROVIDER_UNREACHABLE`; with the server's reason `POST_MISSING` for a 404, `OPTION_INVALID` for other refusals
   */
  call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#call(method, path, stringifyJson(body))
  }
}

function unreachable({ origin, port }: URL, error: Error): UnderstudyError {
  const { cause = error } = error
  const fact =
    error instanceof SyntaxError
      ? 'what answers there is no posts-understudy server'
      : (cause as Error).message
  const own = port === '' ? '' : ` --port ${port}`
  return new UnderstudyError(
    'PROVIDER_UNREACHABLE',
    `Failed to reach the posts server at ${origin}: ${fact}. Start it with \`npx posts-understudy serve${own}\`.`,
  )
}
