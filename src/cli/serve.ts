import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Latency } from '../../handlers/faults/faults.ts'
import { defined } from '../../handlers/model/defined.ts'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { createPostsServer, type PostsServer } from '../server.ts'
import { type CommandIo, type CommandOption, defineCommand } from './command.ts'
import { rare, readBy, text, texts, toggle, wholeNumber } from './options.ts'
import { profileOption } from './profile-option.ts'
import { withFlags } from './program.ts'
import { createServeLog } from './serve-log.ts'
import { say, styled } from './style.ts'

/** `posts-understudy serve`. */
export const serve = defineCommand({
  options: {
    port: wholeNumber({
      value: 'number',
      about: 'the port; 0 takes a free one',
      default: 4010,
      min: 0,
      max: 65_535,
    }),
    host: text({
      value: 'address',
      about: 'the address to listen on; 0.0.0.0 permits other machines',
      default: '127.0.0.1',
    }),
    ...rare({ basePath: text({ value: 'path', about: 'the path before /posts', default: '/v1' }) }),
    posts: wholeNumber({
      value: 'number',
      about: 'the number of initial posts',
      default: undefined,
      defaultText: '25',
      min: 0,
      max: 1_000_000,
    }),
    ...rare({
      seed: wholeNumber({
        value: 'number',
        about: 'the seed of posts, latencies and failures',
        default: 1,
        min: Number.MIN_SAFE_INTEGER,
        max: Number.MAX_SAFE_INTEGER,
      }),
    }),
    profile: profileOption('how to answer what the interface document leaves open'),
    ...rare({
      credentials: texts({
        value: 'text',
        about:
          'an accepted token, name:password or key, if the profile needs credentials; repeatable; default any',
      }),
    }),
    data: text({
      value: 'file',
      about: 'keep the posts in a JSON file; it is created if it does not exist',
      default: undefined,
    }),
    watch: toggle('reload the data file when it changes'),
    latency: latencyOption(),
    strict: toggle('refuse requests beyond the interface document, and exit with 1 if there were any'),
    ...rare({
      allowOrigin: texts({
        value: 'origin',
        about: 'a page that may use the control API, such as http://localhost:5173; repeatable',
      }),
      token: text({
        value: 'text',
        about: 'the token of the control API; default a random one if --host permits other machines',
        default: undefined,
      }),
    }),
    verbose: toggle('log every request, also if stderr is not a terminal'),
    quiet: toggle('print only addresses and errors'),
  },
  meantBy: (argument) =>
    /^\d+$/.test(argument)
      ? `--port ${argument}`
      : argument.endsWith('.profile.json')
        ? `--profile ${argument}`
        : argument.endsWith('.json')
          ? `--data ${argument}`
          : undefined,
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
  async run({ options, io }) {
    const { quiet, verbose, posts, profile, data, token, credentials, allowOrigin, ...others } = options
    if (others.watch && data === undefined)
      throw new UnderstudyError(
        'OPTION_INVALID',
        'Failed to run serve: --watch has no file to watch. Pass --data <file> too.',
      )
    // For the first start --posts is meant, and a script has the same options at every start.
    const ignoresPosts = data !== undefined && posts !== undefined && existsSync(data)
    const log = createServeLog(io, { quiet, requests: !quiet && (verbose || io.stderr.isTTY === true) })
    const server = await createPostsServer({
      ...others,
      ...defined({ profile, posts, dataFile: data, token, onRequest: log.onRequest }),
      ...(credentials.length > 0 && { credentials }),
      allowOrigins: allowOrigin,
      onWarning: log.onWarning,
      onNotice: log.onNotice,
    }).catch(rethrowWithFlags)
    io.stdout.write(greeting(server, others.host, data, io))
    if (credentials.length > 0 && (profile?.['access.credentials'] ?? 'none') === 'none')
      say(
        io.stderr,
        'Note: --credentials has no effect, because the profile needs none. Pass a --profile with "access.credentials".',
      )
    if (ignoresPosts) say(io.stderr, `Note: --posts is ignored: ${data} has its posts.`)
    await io.stopped()
    await server.close().catch(rethrowWithFlags)
    return others.strict && log.reportWarnings() ? 1 : 0
  },
})

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

/** The option `--latency`: milliseconds, or a range of them. */
function latencyOption(): CommandOption<Latency> {
  return readBy({
    value: 'ms',
    about: 'delay every reply: 100, or a range such as 50-200, drawn from the seed',
    default: 0,
    read(given) {
      const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(given) ?? []
      const [min, max] = [Number(first), Number(last)]
      if (min <= max) return min === max ? min : { min, max }
      throw new Error(
        `${JSON.stringify(given)} is not a latency. Pass milliseconds such as 100, or a range such as 50-200.`,
      )
    },
  })
}
