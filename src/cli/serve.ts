import { type Command, InvalidArgumentError } from 'commander'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { Latency } from '../../handlers/faults/faults.ts'
import { redactedQuery } from '../../handlers/http/secrets.ts'
import { formatWarning, outsideInterface, type Warning } from '../../handlers/http/warning.ts'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { defined } from '../../handlers/model/members.ts'
import { visible } from '../../handlers/model/visible.ts'
import { controlPath } from '../control/control-client.ts'
import type { AnsweredRequest, PostsServer, PostsServerOptions } from '../server.ts'
import { profileAbout, readProfile } from './files.ts'
import { type CommandIo, type Output, styled } from './io.ts'
import { texts, wholeNumber } from './options.ts'

interface ServeFlags
  extends Required<Pick<PostsServerOptions, 'port' | 'host' | 'basePath' | 'posts' | 'seed'>>,
    Pick<PostsServerOptions, 'credentials' | 'handlers' | 'watch' | 'latency' | 'strict' | 'token'> {
  readonly profile?: Profile
  readonly data?: string
  readonly allowOrigin?: readonly string[]
  readonly quiet?: boolean
}

export function addServe(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('serve the mock on a port')
    .optionsGroup('The address:')
    .option('--port <number>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', '0.0.0.0 permits other machines', '127.0.0.1')
    .option('--base-path <path>', 'the path before /posts', '/v1')
    .optionsGroup('Posts and replies:')
    .option('--posts <number>', 'how many posts it begins with', wholeNumber(0, 1_000_000), 25)
    .option('--seed <number>', 'of posts, latencies and failures', wholeNumber(0, 2 ** 53 - 1), 1)
    .option('--profile <name or file>', profileAbout, readProfile)
    .option('--credentials <text>', 'what the profile asks for: a token, a key, name:password', texts)
    .option('--data <file>', 'keep the posts in a JSON file, created if missing')
    .option('--handlers <file>', 'a module with your own MSW handlers, asked first')
    .option('--watch', 'reload the data file when it changes')
    .option('--latency <ms>', 'delay every reply: 100, or a range such as 50-200', readLatency)
    .option('--strict', 'refuse requests beyond the document')
    .optionsGroup('The control API:')
    .option('--allow-origin <origin>', 'a page that may use it; repeatable', texts)
    .option('--token <text>', 'its token (default: random with --host 0.0.0.0)')
    .optionsGroup('Output:')
    .option('--quiet', 'print only addresses and errors')
    .addHelpText(
      'after',
      `
Exit codes: 0 stopped by a signal; 1 with --strict, requests went beyond the
document; 2 invalid arguments. The header X-Understudy-World: NAME names a
separate world with its own posts, faults and journal.

Example: npx posts-understudy serve --data posts.json --watch --latency 50-200`,
    )
    .action((flags: ServeFlags) => serve(flags, io))
}

async function serve(
  { data: dataFile, allowOrigin: allowOrigins = [], quiet = false, ...options }: ServeFlags,
  io: CommandIo,
): Promise<void> {
  const { createPostsServer } = await import('../server.ts')
  const { reportWarnings, ...log } = createServeLog(io.stderr, quiet)
  const asked = { ...options, ...log, allowOrigins, ...defined({ dataFile }) }
  const server = await createPostsServer(asked).catch(withFlags)
  // Who reads the greeting may end the server at once.
  const stopped = io.stopped()
  io.stdout.write(greeting(server, dataFile, io))
  await stopped
  await server.close()
  if (options.strict && reportWarnings()) io.exitCode = 1
}

/** Throws an error of `createPostsServer` with flags in place of the options that it names. */
function withFlags(error: unknown): never {
  if (!isUnderstudyError(error)) throw error
  const flagOf = (name: string) => {
    const others: Readonly<Record<string, string>> = { allowOrigins: '--allow-origin', dataFile: '--data' }
    return others[name] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  }
  const message = error.message.replaceAll(/`(\w+)`/g, (_named, name: string) => flagOf(name))
  throw new UnderstudyError(error.code, message, { cause: error })
}

function greeting(
  { url, pageUrl, controlUrl, posts, token }: PostsServer,
  data: string | undefined,
  { stdout }: CommandIo,
): string {
  const [first] = posts.exact.list()
  const lines = Object.entries(
    defined({
      Posts: `${url}/posts`,
      Page: pageUrl,
      Control: controlUrl,
      Token: token && `${token} (for the control API: Authorization: Bearer TOKEN)`,
      Data: data,
      Try: first ? `curl ${url}/posts/${first.id}` : `curl ${url}/posts`,
    }),
  ).map(([name, value]) => `  ${styled(stdout, 'bold', `${name}:`.padEnd(9))} ${value}\n`)
  return `Mock posts API running.\n${lines.join('')}`
}

function readLatency(given: string): Latency {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(given) ?? []
  const [min, max] = [Number(first), Number(last)]
  if (min <= max) return min === max ? min : { min, max }
  throw new InvalidArgumentError('Pass milliseconds such as 100, or a range such as 50-200.')
}

const mostWarnings = 1000

function createServeLog(output: Output, quiet: boolean) {
  const warnings = new Map<string, Warning>()
  const write = (format: Parameters<typeof styled>[1], text: string) =>
    void output.write(`${styled(output, format, text)}\n`)
  return {
    onRequest(request: AnsweredRequest): void {
      // The panel reads again and again.
      const isOfPanel = request.method === 'GET' && request.target.startsWith(`${controlPath}/`)
      if (!quiet && !isOfPanel) output.write(lineOf(request, output))
    },
    onNotice: (message: string) => write('yellow', message),
    /** Prints each kind of warning once, for all worlds. */
    onWarning(warning: Warning): void {
      const kind = `${warning.about} ${warning.detail}`
      if (warnings.has(kind) || warnings.size >= mostWarnings) return
      warnings.set(kind, warning)
      if (!quiet) write('yellow', formatWarning(warning))
    },
    /** Prints what went beyond the document; returns whether anything did. */
    reportWarnings(): boolean {
      if (warnings.size > 0) write('red', outsideInterface([...warnings.values()]).message)
      return warnings.size > 0
    },
  }
}

function lineOf({ method, target, headers, status, duration }: AnsweredRequest, output: Output): string {
  const time = styled(output, 'dim', new Date().toTimeString().slice(0, 8))
  const colour = status >= 200 && status < 400 ? 'green' : status >= 500 || status === 0 ? 'red' : 'yellow'
  const outcome = styled(output, colour, status === 0 ? 'connection lost' : `${status}`)
  const world = headers['x-understudy-world'] === undefined ? '' : ` in ${headers['x-understudy-world']}`
  const line = visible(`${method} ${redactedQuery(target)}`)
  return `${time} ${line} ${outcome} ${duration.toFixed(1)} ms${visible(world)}\n`
}
