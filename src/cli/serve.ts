import type { Latency } from '../../handlers/faults/faults.ts'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { mebibyte, usualLimits } from '../server/limits.ts'
import { createPostsServer, type PostsServer } from '../server.ts'
import { type CommandIo, type CommandOption, defineCommand } from './command.ts'
import { reachCompared } from './compare.ts'
import { readBy, text, texts, toggle, wholeNumber } from './options.ts'
import { profileOption } from './profile-option.ts'
import { providerOptions } from './provider-options.ts'
import { createServeLog } from './serve-log.ts'
import { styled } from './style.ts'

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
      about: 'the address to listen on; 0.0.0.0 lets other machines in',
      default: '127.0.0.1',
    }),
    basePath: text({ value: 'path', about: 'what stands before /posts', default: '/v1' }),
    posts: wholeNumber({
      value: 'number',
      about: 'how many readable posts to begin with',
      default: 25,
      min: 0,
      max: 1_000_000,
    }),
    seed: wholeNumber({
      value: 'number',
      about: 'what posts, latencies and failures are drawn from',
      default: 1,
      min: Number.MIN_SAFE_INTEGER,
      max: Number.MAX_SAFE_INTEGER,
    }),
    profile: profileOption('how to answer what the interface document leaves open'),
    credentials: texts({
      value: 'text',
      about:
        'a token, name:password or key that is accepted where the profile asks for credentials; repeatable; default any',
    }),
    data: text({
      value: 'file',
      about: 'keep the posts in a JSON file; it is made with the first posts where there is none',
      default: undefined,
    }),
    compare: text({
      value: 'URL',
      about:
        "begin with this provider's posts, send it every read as well, and tell where its replies differ",
      default: undefined,
    }),
    header: {
      ...providerOptions.header,
      about: 'sent to the provider of --compare, such as credentials; repeatable',
    },
    insecure: toggle('trust any certificate of the provider of --compare'),
    watch: toggle('reload the data file when somebody edits it'),
    latency: latencyOption(),
    strict: toggle('refuse what goes beyond the interface document, and exit with 1 if anything did'),
    allowOrigin: texts({
      value: 'origin',
      about: 'a page that may drive the control API, such as http://localhost:5173; repeatable',
    }),
    token: text({
      value: 'text',
      about: 'what the control API asks for; without it a random one, where --host lets other machines in',
      default: undefined,
    }),
    worldLimit: wholeNumber({
      value: 'number',
      about: 'how many worlds there may be besides the base',
      default: usualLimits.worlds,
      min: 1,
      max: 10_000_000,
    }),
    streamLimit: wholeNumber({
      value: 'number',
      about: 'how many event streams may be open',
      default: usualLimits.streams,
      min: 1,
      max: 100_000,
    }),
    memoryLimit: wholeNumber({
      value: 'MiB',
      about: 'how much memory the posts of all worlds may take',
      default: Math.floor(usualLimits.memory / mebibyte),
      defaultText: "half of Node's heap",
      min: 1,
      max: 1_000_000,
    }),
    transferLimit: wholeNumber({
      value: 'MiB',
      about: 'how much may wait for clients that read or send slowly',
      default: usualLimits.transfer / mebibyte,
      min: 1,
      max: 1_000_000,
    }),
    verbose: toggle('log every request, also where stderr is not a terminal'),
    quiet: toggle('print the addresses and errors only'),
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
      'keeps them in a file, and follows it when it is edited',
    ],
    [
      'npx posts-understudy serve --port 0 --posts 100 --latency 50-200',
      'serves 100 posts on a free port, as slowly as a real network',
    ],
    [
      'npx posts-understudy serve --strict --profile minimal',
      'fails a CI job whose client relies on more than the document promises',
    ],
  ],
  notes: `Exit codes: 0 stopped by a signal; 1 with --strict, where something went beyond the document; 2 invalid arguments.
A header X-Understudy-World: NAME gives a caller posts, faults and a journal of its own.`,
  async run({ options, io }) {
    const { data, allowOrigin, profile, quiet, verbose, token, credentials, ...unread } = options
    const { compare, header: headers, insecure, ...rest } = unread
    const { memoryLimit, transferLimit, ...others } = rest
    if (others.watch && data === undefined)
      throw new UnderstudyError(
        'OPTION_INVALID',
        'Failed to run serve: --watch has no file to watch. Pass --data <file> too.',
      )
    if (compare !== undefined && data !== undefined)
      throw new UnderstudyError(
        'OPTION_INVALID',
        "Failed to run serve: --compare begins with the provider's posts, and --data with those of a file. Leave one out.",
      )
    const hasHeaders = Object.keys(headers).length > 0
    const providerOption = hasHeaders ? '--header' : '--insecure'
    if (compare === undefined && (hasHeaders || insecure))
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Failed to run serve: ${providerOption} is for the provider of --compare. Pass --compare <URL> too, or leave it out.`,
      )
    const compared =
      compare === undefined ? undefined : await reachCompared({ url: compare, headers, insecure }, io)
    const log = createServeLog(io, { quiet, requests: !quiet && (verbose || io.stderr.isTTY === true) })
    const server = await createPostsServer({
      ...others,
      ...(profile && { profile }),
      ...(compared && { posts: compared.posts }),
      ...(data !== undefined && { dataFile: data }),
      ...(token !== undefined && { token }),
      ...(credentials.length > 0 && { credentials }),
      memoryLimit: memoryLimit * mebibyte,
      transferLimit: transferLimit * mebibyte,
      ...(log.onRequest && { onRequest: log.onRequest }),
      allowOrigins: allowOrigin,
      onWarning: log.onWarning,
      onNotice: log.onNotice,
    }).catch(async (error) => {
      await compared?.end()
      inFlags(error)
    })
    compared?.begin(server.world)
    io.stdout.write(greeting(server, data, io))
    if (credentials.length > 0 && (profile?.['access.credentials'] ?? 'none') === 'none')
      io.stderr.write(
        'Note: --credentials has no effect yet, as the profile asks for none. Pass a --profile with "access.credentials".\n',
      )
    await io.stopped()
    await server.close().catch(inFlags)
    await compared?.end()
    return others.strict && log.reportWarnings() ? 1 : 0
  },
})

function greeting(
  { url, pageUrl, controlUrl, posts, token }: PostsServer,
  data: string | undefined,
  io: CommandIo,
): string {
  const first = posts.list()[0]
  const lines = [
    ['Posts', `${url}/posts`],
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

const inWordsOfFlags: readonly (readonly [RegExp, string])[] = [
  [/Pass another `port`, or 0 for a free one\./, 'Pass another with --port, or --port 0 for a free one.'],
  [/Pass a `port` from 1024\./, 'Pass one from 1024 with --port.'],
  [
    /Pass a `host` that this machine has, such as "(.+)"\./,
    'Pass an address of this machine with --host, such as --host $1.',
  ],
  [/^Failed to create a posts server: "basePath"/, 'Failed to run serve: --base-path'],
  [/^Failed to create a posts server: "allowOrigins"/, 'Failed to run serve: --allow-origin'],
  [/^Failed to create a posts server: "(\w+)Limit"/, 'Failed to run serve: --$1-limit'],
  [/^Failed to create a posts server: "(\w+)"/, 'Failed to run serve: --$1'],
  [/the data file/, '--data'],
]

/** What is wrong with an option of the server, in the words of the command line. */
function inFlags(error: unknown): never {
  if (!isUnderstudyError(error)) throw error
  const message = inWordsOfFlags.reduce((text, [option, flag]) => text.replace(option, flag), error.message)
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
