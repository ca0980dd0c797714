import { UnderstudyError } from '../../errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../json.ts'

/** Drives one world of a running server. */
export class ControlClient {
  /** The header that makes a request one of this world. */
  readonly headers: Readonly<Record<string, string>>
  readonly #url: URL

  /** @param server any address of the server. */
  constructor(server: string, world: string) {
    if (!URL.canParse(server)) {
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Failed to set up posts: "server" is ${JSON.stringify(server)}. Give the address of the posts, such as "http://127.0.0.1:4010/v1".`,
      )
    }
    this.#url = new URL('/_understudy/', server)
    this.headers = { 'x-understudy-world': world }
  }

  /**
   * @param path below the control API. @param body is sent as JSON, ids exact.
   * @returns the answer, ids exact; undefined where there is none.
   * @throws UnderstudyError `PROVIDER_UNREACHABLE`, and `OPTION_INVALID` with the server's reason for what it refuses
   */
  async call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? null : (stringifyJson(body) ?? null)
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: this.headers,
      body: text,
    }).catch((error: Error) => {
      throw this.#unreachable(error.cause instanceof Error ? error.cause.message : error.message)
    })
    const answer = await response.text()
    const json = answer === '' ? undefined : this.#parse(answer)
    if (!response.ok) throw refused(method, path, response.status, json)
    return json as Answer
  }

  #parse(text: string): JsonValue {
    try {
      return parseJson(text)
    } catch {
      throw this.#unreachable('what answers there is no posts-understudy server')
    }
  }

  #unreachable(fact: string): UnderstudyError {
    const port = this.#url.port === '' ? '' : ` --port ${this.#url.port}`
    return new UnderstudyError(
      'PROVIDER_UNREACHABLE',
      `Failed to reach the posts server at ${this.#url.origin}: ${fact}. Start it with \`npx posts-understudy serve${port}\`.`,
    )
  }
}

function refused(
  method: string,
  path: string,
  status: number,
  answer: JsonValue | undefined,
): UnderstudyError {
  const detail = answer instanceof Object && 'detail' in answer ? answer.detail : `it answered ${status}`
  return new UnderstudyError('OPTION_INVALID', `Failed to ${method} ${path} of the posts server: ${detail}`)
}
