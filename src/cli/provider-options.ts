import { readProviderUrl } from '../../contracts/session/client/provider-url.ts'
import { usualReplyBytes } from '../../contracts/session/client/reply-bounds.ts'
import type { OptionValues } from './command.ts'
import { readBy, text, toggle, wholeNumber } from './options.ts'

const day = 86_400

/** How a deployed provider is reached: for every command that sends requests to one. */
export const providerOptions = {
  header: headerOption(),
  insecure: toggle('trust any certificate'),
  timeout: wholeNumber({
    value: 'seconds',
    about: 'how long an answer is waited for',
    default: 10,
    min: 1,
    max: day,
  }),
  maxReplyBytes: wholeNumber({
    value: 'bytes',
    about: 'how long an answer may be, also once it is decoded: a list half of it, others a quarter',
    default: usualReplyBytes,
    min: 1000,
    max: 512 * 1024 * 1024,
  }),
  settle: wholeNumber({
    value: 'ms',
    about: 'how long a write may take to become visible; given, reads may go back in time until then',
    default: undefined,
    defaultText: '2000',
    min: 0,
    max: 600_000,
  }),
  rate: wholeNumber({
    value: 'number',
    about: 'requests per second at the most',
    defaultText: 'no limit',
    default: undefined,
    min: 1,
    max: 100_000,
  }),
  maxTime: wholeNumber({
    value: 'seconds',
    about: 'end after so long, and remove the posts; what was not reached is not judged',
    default: undefined,
    defaultText: 'no limit',
    min: 1,
    max: day,
  }),
  ledger: text({
    value: 'DIR',
    about: 'where the run notes its posts before it creates them; keep it where the disk is thrown away',
    default: undefined,
    defaultText: "the user's state folder",
  }),
}

/**
 * What the options come to, in the words of the functions that open a session with a provider.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, so that nothing is announced for an address that cannot be read.
 */
export function reachOf(url: string, options: OptionValues<typeof providerOptions>) {
  readProviderUrl(url)
  const { header: headers, insecure, timeout, maxReplyBytes, settle, rate, maxTime, ledger } = options
  const pace = rate === undefined ? {} : { maxRequestsPerSecond: rate }
  const end = maxTime === undefined ? {} : { maxTime: maxTime * 1000 }
  const kept = ledger === undefined ? {} : { ledgerFolder: ledger }
  const late = settle === undefined ? {} : { settle }
  return { url, headers, insecure, timeout: timeout * 1000, maxReplyBytes, ...late, ...pace, ...end, ...kept }
}

/** `--header 'Name: value'`; the value is never shown again, not even where it cannot be read. */
function headerOption() {
  const none: Readonly<Record<string, string>> = {}
  return {
    ...readBy({
      value: "'Name: value'",
      about: 'sent with every request, such as credentials; repeatable',
      default: none,
      defaultText: 'none',
      read: () => none,
    }),
    read(given: string, before: Readonly<Record<string, string>>) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(given) ?? []
      if (name === undefined || value === undefined)
        throw new Error("it is not of the form 'Name: value'. Pass a name, a colon and a value.")
      return { ...before, [name]: value }
    },
  }
}
