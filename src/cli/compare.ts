import { postsOf, ReadComparison } from '../../contracts/fidelity/read-comparison.ts'
import { redactorFor } from '../../contracts/redaction/redactor-for.ts'
import { createProviderClient } from '../../contracts/session/client.ts'
import type { Difference, JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { StoredPost } from '../../handlers/model/post.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { World } from '../../handlers/world/world.ts'
import type { CommandIo } from './command.ts'
import { styled } from './style.ts'

/** The provider of `serve --compare`. */
export interface ComparedProvider {
  /** Its current posts. */
  readonly posts: readonly StoredPost[]
  /** Compares from now on. */
  begin(world: World): void
  /** Stops, and prints a summary. */
  end(): Promise<void>
}

/** How long pending reads may take when the server ends, in milliseconds. */
const grace = 1000
/** Further differences are only in the panel and the journal. */
const mostLines = 1000

/**
 * Reaches the provider and reads its posts.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `PROVIDER_UNREACHABLE`
 */
export async function reachCompared(
  options: Pick<Parameters<typeof createProviderClient>[0], 'url' | 'headers' | 'insecure' | 'timeout'>,
  io: CommandIo,
): Promise<ComparedProvider> {
  const { url, headers = {} } = options
  const redactor = redactorFor({ urls: [url], headers })
  const ended = new AbortController()
  const client = createProviderClient({ ...options, signal: ended.signal })
  const told = new Set<string>()
  const say = (colour: 'yellow' | 'red', text: string) => {
    if (told.has(text) || told.size >= mostLines) return
    told.add(text)
    io.stderr.write(`${styled(io, io.stderr, colour, visible(redactor.text(text)))}\n`)
  }
  let comparison: ReadComparison | undefined
  const posts = await postsOf(client.send).catch(async (error) => {
    await client.close()
    throw error
  })
  return {
    posts: redactor.data(posts),
    begin(world) {
      comparison = new ReadComparison(world, client.send, {
        compared(entry, differences) {
          if (differences.length === 0) return
          world.compared(entry.number, redactor.data(differences))
          say('yellow', lineOf(entry, differences, client.url))
        },
        failed: (_entry, { message }) => ended.signal.aborted || say('red', `Not compared: ${message}`),
      })
    },
    async end() {
      const timer = setTimeout(() => ended.abort(), grace)
      await comparison?.close()
      clearTimeout(timer)
      await client.close()
      const { same = 0, different = 0, skipped = 0 } = comparison?.counts ?? {}
      const rest = skipped === 0 ? '' : `; ${skipped} not compared`
      io.stderr.write(
        `Compared ${same + different} reads with ${client.url}: ${same} equal, ${different} different${rest}.\n`,
      )
    },
  }
}

function lineOf(
  { method, path, query }: JournalEntry,
  differences: readonly Difference[],
  url: string,
): string {
  const parts = differences.map(({ about, mock, provider }) => `${about}: mock ${mock}, provider ${provider}`)
  return `${method} ${path}${query} differs from ${url}: ${parts.join('; ')}`
}
