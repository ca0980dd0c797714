import type { PostId } from '../../src/post.ts'
import type { SentRequest } from '../exchange.ts'
import type { StoryLine } from './story.ts'

/**
 * The commands that repeat a story by hand, in a POSIX shell. An id is a variable: after a create that later commands
 * need, a line says what to put into it.
 *
 * @param curl makes the command of one request.
 */
export function scriptOf(story: readonly StoryLine[], curl: (request: SentRequest) => string): string[] {
  const used = new Set(story.map(({ request }) => idIn(request)))
  const ids = story.flatMap(({ made }) => made).filter((id) => used.has(String(id)))
  const names = new Map([...new Set(ids)].map((id, at) => [String(id), nameOf(at)]))
  const lines: string[] = []
  const made: PostId[] = []
  for (const [at, { request, times, isAtOnce, step, made: ours }] of story.entries()) {
    const command = commandOf(request, names, curl)
    lines.push(
      times > 1 ? `for n in $(seq ${times}); do ${command}; done` : isAtOnce ? `${command} &` : command,
    )
    made.push(...ours)
    const next = story[at + 1]
    if (isAtOnce && next?.isAtOnce && next.step === step) continue
    if (isAtOnce) lines.push('wait')
    for (const id of made.splice(0))
      if (names.has(String(id))) lines.push(`${names.get(String(id))}=${id}  # the id of the new post`)
  }
  return lines
}

function commandOf(
  request: SentRequest,
  names: ReadonlyMap<string, string>,
  curl: (request: SentRequest) => string,
): string {
  const name = names.get(idIn(request) ?? '')
  if (name === undefined) return curl(request)
  // A word that no shell has to quote stands for the variable until the command is made.
  const command = curl({ ...request, path: `/posts/ID_${name}` })
  return command.replace(/ID_\w+('?)/, (_word, quote) => (quote === '' ? `$${name}` : `'"$${name}"`))
}

function idIn({ path }: SentRequest): string | undefined {
  return /\/posts\/(-?\d+)$/.exec(path)?.[1]
}

/** a, b, …, z, a1, b1, … */
function nameOf(index: number): string {
  const letter = 'abcdefghijklmnopqrstuvwxyz'[index % 26] ?? 'a'
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
