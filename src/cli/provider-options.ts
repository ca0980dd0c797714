import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { OptionValues } from './command.ts'
import { rare, readBy, text, toggle, wholeNumber } from './options.ts'

const day = 86_400

/** The operand of every command that sends requests to a provider. */
export const providerOperand = { name: 'URL', about: "the provider's base address, which ends in /v1" }

/** The options of every command that sends requests to a provider. */
export const providerOptions = {
  header: headerOption(),
  insecure: toggle('accept any certificate'),
  wait: wholeNumber({
    value: 'seconds',
    about: 'wait so long for a service that starts',
    default: undefined,
    min: 1,
    max: day,
  }),
  timeout: wholeNumber({
    value: 'seconds',
    about: 'how long to wait for a reply',
    default: 10,
    min: 1,
    max: day,
  }),
  settle: wholeNumber({
    value: 'ms',
    about:
      'how long to wait for a write to become visible; if given, reads may show an older state for that long',
    default: undefined,
    defaultText: '2000',
    min: 0,
    max: 600_000,
  }),
  rate: wholeNumber({
    value: 'number',
    about: 'the most requests per second',
    defaultText: 'no limit',
    default: undefined,
    min: 1,
    max: 100_000,
  }),
  maxTime: wholeNumber({
    value: 'seconds',
    about: 'end after this time; the rest is not judged',
    default: undefined,
    defaultText: 'no limit',
    min: 1,
    max: day,
  }),
  ledger: text({
    value: 'DIR',
    about: 'the folder of the list of created posts; keep it if the disk is temporary',
    default: undefined,
    defaultText: "the user's state folder",
  }),
}

const { insecure, timeout, settle, rate, ledger, ...common } = providerOptions

/** The same, the usual ones first; the others are only in the long help. */
export const connectionOptions = { ...common, ...rare({ insecure, timeout, settle, rate }) }
export const ledgerOption = rare({ ledger })

/**
 * The options as the functions of `contracts/` take them.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, before anything is printed.
 */
export function reachOf(url: string, options: OptionValues<typeof providerOptions>) {
  readProviderUrl(url)
  const { header: headers, insecure, wait, timeout, settle, rate, maxTime, ledger } = options
  const given = defined({
    // The command that repeats a run has only what was given.
    timeout: timeout === providerOptions.timeout.default ? undefined : timeout * 1000,
    wait: wait === undefined ? undefined : wait * 1000,
    settle,
    maxRequestsPerSecond: rate,
    maxTime: maxTime === undefined ? undefined : maxTime * 1000,
    ledgerFolder: ledger,
  })
  return { url, headers, insecure, ...given }
}

/** `--header 'Name: value'`; errors do not show the value. */
function headerOption() {
  const none: Readonly<Record<string, string>> = {}
  return readBy({
    value: "'Name: value'",
    about: 'sent with every request, such as credentials; repeatable',
    default: none,
    defaultText: '',
    read(given, before) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(given) ?? []
      if (name === undefined || value === undefined)
        throw new Error("it does not have the form 'Name: value'. Pass a name, a colon and a value.")
      return { ...before, [name]: value }
    },
  })
}
