import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { PostsMockOptions } from '../mock/mock.ts'

/** Where the mock runs: in the dev server, or nowhere. */
export type PostsUnderstudyMode = (typeof modes)[number]

const modes = ['middleware', 'off'] as const

/** Options of `postsUnderstudy`: those of `createPostsMock` and the following; all have defaults. */
export interface PostsUnderstudyOptions extends PostsMockOptions {
  /**
   * Where the mock runs: in a middleware of the dev server (`middleware`), or nowhere (`off`). Default `middleware`, and `off`
   * under Vitest. The environment variable `POSTS_UNDERSTUDY` overrides it.
   */
  readonly mode?: PostsUnderstudyMode
  /**
   * A JSON file for the posts, relative to Vite's root: `{ "posts": [...] }`. It is reloaded when it changes. Default none.
   */
  readonly data?: string
  /** Whether to show the panel on the page. Default true. */
  readonly panel?: boolean
  /** Whether the mock also answers in `vite preview`. Default false. */
  readonly preview?: boolean
  /**
   * A module, relative to Vite's root, whose export `handlers` (or default export) is a list of MSW's HTTP handlers. They run
   * before the mock, for every address, and are reloaded when they change. Default none.
   */
  readonly handlers?: string
}

/** The type of every option, to detect mistyped names. */
const known: Record<keyof PostsUnderstudyOptions, 'string' | 'boolean' | 'any'> = {
  mode: 'any',
  data: 'string',
  panel: 'boolean',
  preview: 'boolean',
  handlers: 'string',
  baseUrl: 'string',
  posts: 'any',
  seed: 'any',
  profile: 'any',
  credentials: 'any',
  latency: 'any',
  strict: 'boolean',
  onWarning: 'any',
  journalLimit: 'any',
  now: 'any',
  timers: 'any',
}

/**
 * Checks the names of all options and the values of the plugin's options.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkOptions(options: PostsUnderstudyOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined
    if (kind === undefined) throw invalid(name, 'is unknown', `Options: ${Object.keys(known).join(', ')}.`)
    if (kind === 'any' || value === undefined || typeof value === kind) continue
    const nextStep = kind === 'boolean' ? 'Give true or false.' : 'Give a text.'
    throw invalid(name, `is ${JSON.stringify(value) ?? typeof value}`, nextStep)
  }
  checkMode(options.mode, (text) => invalid('mode', `is ${text}`, `Give ${inWords}.`))
}

/**
 * The mode: from the environment, the option, or by default `middleware`, and `off` under Vitest: tests have their own
 * fixture, and must not change the posts of the dev server.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function modeOf(
  { mode }: PostsUnderstudyOptions,
  environment: Readonly<Record<string, string | undefined>>,
): PostsUnderstudyMode {
  const wanted = environment.POSTS_UNDERSTUDY || undefined
  return (
    checkMode(wanted, (text) => {
      const message = `Failed to start posts-understudy: the environment variable POSTS_UNDERSTUDY is ${text}.`
      return new UnderstudyError('OPTION_INVALID', `${message} Set it to ${inWords}, or unset it.`)
    }) ??
    mode ??
    (environment.VITEST ? 'off' : 'middleware')
  )
}

const inWords = modes.map((mode) => `"${mode}"`).join(' or ')

function checkMode(value: unknown, complain: (text: string) => Error): PostsUnderstudyMode | undefined {
  if (value === undefined || modes.some((mode) => mode === value))
    return value as PostsUnderstudyMode | undefined
  throw complain(JSON.stringify(value))
}

export function invalid(option: string, fact: string, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to start posts-understudy in Vite: "${option}" ${fact}. ${nextStep}`,
  )
}
