import { stringifyJson } from '../../handlers/model/json.ts'
import type { ControlClient } from '../control/control-client.ts'
import { openConnection } from './connection.ts'
import type { PanelControl } from './control.ts'

/** A panel's control over a client of the control API, wherever that runs. */
export function clientControl(
  client: ControlClient,
  where: Pick<PanelControl, 'place' | 'postsUrl' | 'windowUrl'>,
): PanelControl {
  const call = <Answer>(method: string, path: string, body?: unknown) =>
    client.call<Answer>(method, path, body)
  return {
    ...where,
    watch: (watcher) => openConnection(client, watcher),
    posts: () => call('GET', 'posts'),
    create: (fields) => call('POST', 'posts', fields),
    replace: (id, fields) => call('PUT', `posts/${id}`, fields),
    delete: (id) => call('DELETE', `posts/${id}`),
    more: (posts) => call('POST', 'more', { posts }),
    undo: () => call('POST', 'undo'),
    reset: () => call('POST', 'reset'),
    exportPosts: async () => stringifyJson(await call('GET', 'snapshot'), 2),
    importPosts: (text) => client.send('PUT', 'snapshot', text),
    requests: async () => (await call<{ requests: [] }>('GET', 'journal')).requests,
    forgetRequests: () => call('DELETE', 'journal'),
    setFaults: (settings) => call('PUT', 'faults', settings),
    failNext: (operation, fault, times) => call('POST', 'faults/next', { operation, fault, times }),
    follow: (profile) => call('PUT', 'profile', profile),
    enter: (scenario) => call('POST', `scenarios/${scenario}`),
    async asCurl({ number }) {
      const path = `curl/${number}?base=${encodeURIComponent(where.postsUrl)}`
      return (await call<{ text: string }>('GET', path)).text
    },
    shapedBy: async ({ number }) => (await call<{ choices: [] }>('GET', `shaping/${number}`)).choices,
    reference: () => call('GET', 'reference'),
  }
}
