import { curlOf } from '../../contracts/wire/curl.ts'
import { neededCredentials } from '../../handlers/choices/answers.ts'
import { worldHeader } from '../control/control-client.ts'
import { codeView } from './code-view.ts'
import type { Panel } from './panel.ts'

type Service = 'posts' | 'control'
type Sent = Parameters<typeof curlOf>[0]

/** The headers of a request to the world of the panel, and the names of those whose values the user has. */
export function neededHeaders({ client, state }: Panel, service: Service) {
  const { world, needsToken } = client
  const key = state && neededCredentials(state.profile['access.credentials'])?.header
  const secret = service === 'posts' ? key : needsToken && 'authorization'
  return { headers: world === undefined ? {} : { [worldHeader]: world }, secrets: secret ? [secret] : [] }
}

/** The command that sends a request to the posts or to the control API, with a button that copies it. */
export function commandView(panel: Panel, service: Service, request: Omit<Sent, 'headers'> & Partial<Sent>) {
  const { postsUrl, controlUrl } = panel.client
  const { headers, secrets } = neededHeaders(panel, service)
  const sent = { ...request, headers: { ...request.headers, ...headers } }
  return codeView(panel, curlOf(sent, { base: service === 'posts' ? postsUrl : controlUrl, secrets }))
}
