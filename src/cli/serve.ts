import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { Latency } from '../../handlers/faults/fault-settings.ts'
import { defined } from '../../handlers/model/defined.ts'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { createPostsServer, type PostsServer } from '../server.ts'
import type { CliCommand } from './command.ts'
import type { CommandIo } from './io.ts'
import { text, texts, toggle, value, wholeNumber, withFlags } from './options.ts'
import { profileOption } from './profile-option.ts'
import { createServeLog } from './serve-log.ts'
import { say, styled } from './style.ts'

interface ServeFlags {
  readonly port: number
  readonly host: string
  readonly basePath: string
  readonly posts?: number
  readonly seed: number
  readonly profile?: Profile
  readonly credentials?: readonly string[]
  readonly data?: string
  readonly handlers?: string
  readonly watch?: boolean
  readonly latency?: Latency
  readonly strict?: boolean
  readonly allowOrigin?: readonly string[]
  readonly token?: string
  readonly verbose?: boolean
  readonly quiet?: boolean
}

/** `posts-understudy serve`. */
export const serve: CliCommand<ServeFlags> = {
  describe(program) {
    const options = [
      wholeNumber('--port <number>', 'the port; 0 takes a free one', { min: 0, max: 65_535, usual: 4010 }),
      text('--host <address>', 'the address to listen on; 0.0.0.0 permits other machines').default(
        '127.0.0.1',
      ),
      text('--base-path <path>', 'the path before /posts').default('/v1').hideHelp(),
      wholeNumber('--posts <number>', 'the number of initial posts (default: 25)', {
        min: 0,
        max: 1_000_000,
      }),
      wholeNumber('--seed <number>', 'the seed of posts, latencies and failures', {
        min: Number.MIN_SAFE_INTEGER,
        max: Number.MAX_SAFE_INTEGER,
        usual: 1,
      }).hideHelp(),
      profileOption('how to answer what the interface document leaves open'),
      texts(
        '--credentials <text>',
        'an accepted token, name:password or key, if the profile needs credentials; repeatable; default any',
      ).hideHelp(),
      text('--data <file>', 'keep the posts in a JSON file; it is created if it does not exist'),
      text('--handlers <file>', 'a module with your own MSW handlers, asked first'),
      toggle('--watch', 'reload the data file and the handlers when they change'),
      value<Latency>(
        '--latency <ms>',
        'delay every reply: 100, or a range such as 50-200, drawn from the seed',
        readLatency,
      ),
      toggle('--strict', 'refuse requests beyond the interface document, and exit with 1 if there were any'),
      texts(
        '--allow-origin <origin>',
        'a page that may use the control API, such as http://localhost:5173; repeatable',
      ).hideHelp(),
      text(
        '--token <text>',
        'the token of the control API; default a random one if --host permits other machines',
      ).hideHelp(),
      toggle('--verbose', 'log every request, also if stderr is not a terminal'),
      toggle('--quiet', 'print only addresses and errors'),
    ]
    program.allowExcessArguments()
    for (const option of options) program.addOption(option)
  },
  examples: [
    ['npx posts-understudy serve', 'serves 25 readable posts at http://127.0.0.1:4010/v1/posts'],
    [
      'npx posts-understudy serve --data posts.json --watch',
      'keeps them in a file, and reloads it when it changes',
    ],
    [
      'npx posts-understudy serve --port 0 --posts 100 --latency 50-200',
      'serves 100 posts on a free port, with the delays of a real network',
    ],
  ],
  notes: `Exit codes: 0 stopped by a signal; 1 with --strict, requests went beyond the
document; 2 invalid arguments. The header X-Understudy-World: NAME names a
separate world with its own posts, faults and journal.`,
  async run(flags, io, [surplus]) {
    if (surplus !== undefined) throw unexpected(surplus)
    const { quiet = false, verbose = false, posts, profile, data, handlers, token } = flags
    const { credentials = [], allowOrigin = [], watch = false, strict = false, latency = 0 } = flags
    const { port, host, basePath, seed } = flags
    if (watch && data === undefined && handlers === undefined)
      throw new UnderstudyError(
        'OPTION_INVALID',
        'Failed to run serve: --watch has no file to watch. Pass --data <file> or --handlers <file> too.',
      )
    // For the first start --posts is meant, and a script has the same options at every start.
    const ignoresPosts = data !== undefined && posts !== undefined && existsSync(data)
    const log = createServeLog(io, { quiet, requests: !quiet && (verbose || io.stderr.isTTY === true) })
    const server = await createPostsServer({
      ...{ port, host, basePath, seed, watch, strict, latency },
      ...defined({ profile, posts, dataFile: data, handlers, token, onRequest: log.onRequest }),
      ...(credentials.length > 0 && { credentials }),
      allowOrigins: allowOrigin,
      onWarning: log.onWarning,
      onNotice: log.onNotice,
    }).catch(rethrowWithFlags)
    io.stdout.write(greeting(server, host, data, io))
    if (credentials.length > 0 && (profile?.['access.credentials'] ?? 'none') === 'none')
      say(
        io.stderr,
        'Note: --credentials has no effect, because the profile needs none. Pass a --profile with "access.credentials".',
      )
    if (ignoresPosts) say(io.stderr, `Note: --posts is ignored: ${data} has its posts.`)
    await io.stopped()
    await server.close().catch(rethrowWithFlags)
    return strict && log.reportWarnings() ? 1 : 0
  },
}

/** Suggests the flag of an argument, such as a port or a file of posts. */
function unexpected(argument: string): UnderstudyError {
  const flags = { '--port': /^\d+$/, '--profile': /\.profile\.json$/, '--data': /\.json$/ }
  const flag = Object.entries(flags).find(([, pattern]) => pattern.test(argument))?.[0]
  const nextStep = flag ? `Did you mean ${flag} ${argument}?` : 'See posts-understudy serve --help.'
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to run serve: unexpected argument ${JSON.stringify(argument)}. ${nextStep}`,
  )
}

function greeting(
  { url, pageUrl, controlUrl, posts, token }: PostsServer,
  host: string,
  data: string | undefined,
  io: CommandIo,
): string {
  const [first] = posts.exact.list()
  const lines = [
    ['Posts', `${url}/posts`],
    ...networkUrls(url, host).map((url) => ['Network', `${url}/posts`] as const),
    ['Page', pageUrl],
    ['Control', controlUrl],
    ...(token === undefined
      ? []
      : [['Token', `${token} (for the control API: Authorization: Bearer TOKEN)`]]),
    ...(data === undefined ? [] : [['Data', data]]),
    ['Try', first ? `curl ${url}/posts/${first.id}` : `curl ${url}/posts`],
  ] as const
  const named = lines.map(
    ([name, value]) => `  ${styled(io, io.stdout, 'bold', `${name}:`.padEnd(9))} ${value}\n`,
  )
  return `Mock posts API running.\n${named.join('')}`
}

/** The base addresses for other machines where the server listens on every address. */
function networkUrls(url: string, host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const { port, pathname } = new URL(url)
  return Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.family === 'IPv4' && !address.internal)
    .map((address) => `http://${address?.address}:${port}${pathname.replace(/\/$/, '')}`)
}

/** Rethrows an error about an option of the server with the name of its flag. */
function rethrowWithFlags(error: unknown): never {
  if (!isUnderstudyError(error)) throw error
  const message = withFlags(error.message).replace('the data file', '--data')
  throw new UnderstudyError(error.code, message, { cause: error })
}

/** Milliseconds, or a range of them. */
function readLatency(given: string): Latency {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(given) ?? []
  const [min, max] = [Number(first), Number(last)]
  if (min <= max) return min === max ? min : { min, max }
  throw new Error(
    `${JSON.stringify(given)} is not a latency. Pass milliseconds such as 100, or a range such as 50-200.`,
  )
}
