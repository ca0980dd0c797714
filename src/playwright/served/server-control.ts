import { UnderstudyError } from '../../../handlers/model/errors.ts'
import { ControlClient } from '../../control/control-client.ts'

/**
 * A client for one world of a running server. Its calls throw `PROVIDER_UNREACHABLE`, or with the server's reason
 * `POST_MISSING` for a 404 and `OPTION_INVALID` for other refusals.
 *
 * @param server any address of the server.
 * @param token of the server, if it has one.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function controlServer(server: string, world: string, token: string | undefined): ControlClient {
  if (!URL.canParse(server)) {
    throw new UnderstudyError(
      'OPTION_INVALID',
      `Failed to set up posts: "server" is ${JSON.stringify(server)}. Give the address of the posts, such as "http://127.0.0.1:4010/v1".`,
    )
  }
  const url = new URL('/_understudy/', server)
  return new ControlClient({
    url,
    world,
    token,
    unreachable: (error) => unreachable(url, error),
    refused: (reason, request, status) =>
      new UnderstudyError(
        status === 404 ? 'POST_MISSING' : 'OPTION_INVALID',
        status === 401
          ? `Failed to set up posts: the server at ${url.origin} asks for its token. Pass it as \`token\`.`
          : `Failed to ${request} of the posts server: ${reason}`,
      ),
  })
}

function unreachable({ origin, port }: URL, error: Error): UnderstudyError {
  const { cause = error } = error
  const fact =
    error instanceof SyntaxError
      ? 'the server there is not a posts-understudy server'
      : (cause as Error).message
  const own = port === '' ? '' : ` --port ${port}`
  return new UnderstudyError(
    'PROVIDER_UNREACHABLE',
    `Failed to reach the posts server at ${origin}: ${fact}. Start it with \`npx posts-understudy serve${own}\`.`,
  )
}
