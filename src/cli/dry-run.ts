import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifyOptions } from '../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visible } from '../../handlers/model/visible.ts'
import { createPostsServer } from '../server/create-posts-server.ts'

/** More requests than a run without drawn sequences sends. */
const journalLimit = 100_000

/** In characters. */
const longestLine = 400

/**
 * Verifies a mock with the profile on this machine, and lists the requests that it got, but for drawn sequences and
 * Pact's own replay. A provider that answers otherwise gets others: if its reply to a create has no id, for example,
 * the run reads the list.
 */
export async function dryRun(
  asked: Pick<VerifyOptions, 'headers' | 'profile' | 'readOnly' | 'without'>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  const { profile } = asked
  const settings = { posts: 0, journalLimit, onWarning() {}, ...(profile && { profile }) }
  await using server = await createPostsServer(settings)
  try {
    const { url } = server
    await verifyProvider({ ...asked, url, ledgerFolder: folder, settle: 0, budget: 0, pact: false })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return server.journal.requests.map(({ method, path, query, body }) => {
    const sent = body === undefined ? '' : ` ${stringifyJson(body)}`
    const line = visible(`${method} ${path}${query}${sent}`)
    const rest = line.length - longestLine
    return rest > 0 ? `${line.slice(0, longestLine)}… (${rest} characters more)` : line
  })
}
