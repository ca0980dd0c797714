import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Keep } from '../browser/mirror.ts'
import type { PostsMockOptions } from '../mock/mock.ts'

/** Who answers: the dev server, a service worker in the page, or nobody. */
export type PostsUnderstudyMode = (typeof modes)[number]

const modes = ['middleware', 'worker', 'off'] as const

/** What `postsUnderstudy` takes: what `createPostsMock` takes, and the following; every option has a default. */
export interface PostsUnderstudyOptions extends PostsMockOptions {
  /**
   * Who answers: a middleware of the dev server (`middleware`), MSW's service worker in the page (`worker`), or nobody
   * (`off`). Default `middleware`, and `off` under Vitest. The environment variable `POSTS_UNDERSTUDY` wins over it.
   */
  readonly mode?: PostsUnderstudyMode
  /**
   * Middleware: a JSON file, counted from Vite's root, that keeps the posts: `{ "posts": [...] }`. It is followed when
   * somebody edits it. Default none.
   */
  readonly data?: string
  /** Worker: what keeps the posts beyond a reload of the page. Default nothing. */
  readonly keep?: Keep
  /** Whether the panel stands on the page. Default true. */
  readonly panel?: boolean
  /** Whether `vite preview` is answered too, by the middleware. Default false. */
  readonly preview?: boolean
  /**
   * A module, counted from Vite's root, whose export `handlers` (or default export) is a list of MSW's HTTP handlers. They
   * are asked before the posts, for every address, and loaded anew when they change. Default none.
   */
  readonly handlers?: string
}

/** Every option, so that a mistyped one is noticed. */
const known: Record<keyof PostsUnderstudyOptions, 'string' | 'boolean' | 'any'> = {
  mode: 'any',
  data: 'string',
  keep: 'any',
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
 * Checks the options that are the plugin's own.
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
 * Who answers: as the environment says, as the option says, and by default the middleware, under Vitest nobody: tests have
 * a fixture of their own, and would change the posts of whoever develops.
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

const inWords = modes
  .map((mode) => `"${mode}"`)
  .join(', ')
  .replace(/, (?="off")/, ' or ')

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
