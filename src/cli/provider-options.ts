import type { Option } from 'commander'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import { defined } from '../../handlers/model/defined.ts'
import { text, toggle, value, wholeNumber } from './options.ts'

const day = 86_400

/** The operand of every command that sends requests to a provider. */
export const providerOperand = ['<URL>', "the provider's base address, which ends in /v1"] as const

/** The values of {@link connectionOptions} and {@link ledgerOption}. */
export interface ProviderFlags {
  readonly header?: Readonly<Record<string, string>>
  readonly insecure?: boolean
  readonly wait?: number
  readonly timeout?: number
  readonly settle?: number
  readonly rate?: number
  readonly maxTime?: number
  readonly ledger?: string
}

/** The options of every command that sends requests to a provider; some only in the long help. */
export function connectionOptions(): Option[] {
  return [
    headerOption(),
    wholeNumber('--wait <seconds>', 'wait so long for a service that starts', { min: 1, max: day }),
    wholeNumber('--max-time <seconds>', 'end after this time; the rest is not judged (default: no limit)', {
      min: 1,
      max: day,
    }),
    toggle('--insecure', 'accept any certificate').hideHelp(),
    wholeNumber('--timeout <seconds>', 'how long to wait for a reply (default: 10)', {
      min: 1,
      max: day,
    }).hideHelp(),
    wholeNumber(
      '--settle <ms>',
      'how long to wait for a write to become visible; if given, reads may show an older state for that long (default: 2000)',
      { min: 0, max: 600_000 },
    ).hideHelp(),
    wholeNumber('--rate <number>', 'the most requests per second (default: no limit)', {
      min: 1,
      max: 100_000,
    }).hideHelp(),
  ]
}

export function ledgerOption(): Option {
  return text(
    '--ledger <DIR>',
    "the folder of the list of created posts; keep it if the disk is temporary (default: the user's state folder)",
  ).hideHelp()
}

/**
 * The options as the functions of `contracts/` take them: only those that were given.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, before anything is printed.
 */
export function reachOf(url: string, flags: ProviderFlags) {
  readProviderUrl(url)
  const { header: headers = {}, insecure = false, settle, rate, ledger } = flags
  const inMilliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)
  const given = defined({
    timeout: inMilliseconds(flags.timeout),
    wait: inMilliseconds(flags.wait),
    settle,
    maxRequestsPerSecond: rate,
    maxTime: inMilliseconds(flags.maxTime),
    ledgerFolder: ledger,
  })
  return { url, headers, insecure, ...given }
}

/** `--header 'Name: value'`; errors do not show the value. */
function headerOption(): Option {
  return value<Readonly<Record<string, string>>>(
    "--header <'Name: value'>",
    'sent with every request, such as credentials; repeatable',
    (given, before) => {
      const [, name, content] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(given) ?? []
      if (name === undefined || content === undefined)
        throw new Error("it does not have the form 'Name: value'. Pass a name, a colon and a value.")
      return { ...before, [name]: content }
    },
  )
}
