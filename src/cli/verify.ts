import { appendFile } from 'node:fs/promises'
import { deriveContract } from '../../contracts/derive.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { junitReport } from '../../contracts/report/junit-report.ts'
import { markdownReport } from '../../contracts/report/markdown-report.ts'
import { type Style, textReport } from '../../contracts/report/text-report.ts'
import { readProviderUrl } from '../../contracts/verify/client/provider-url.ts'
import { planOf } from '../../contracts/verify/plan.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { UnderstudyError } from '../errors.ts'
import type { Profile, ProfileOption } from '../profile.ts'
import { writeAtomically } from '../server/write-atomically.ts'
import { type CommandIo, defineCommand } from './command.ts'
import { readBy, text, toggle, wholeNumber } from './options.ts'
import { profileOption } from './profile-option.ts'
import { showProgress } from './progress.ts'
import { sequenceOptions, sequencesOf } from './sequence-options.ts'
import { styled } from './style.ts'
import { sweepProvider } from './sweep.ts'

const day = 86_400

/** `posts-understudy verify URL`. */
export const verify = defineCommand({
  name: 'verify',
  summary: 'judge a deployed provider by the interface document and a profile',
  operands: [{ name: 'URL', about: "the provider's base address, which ends in /v1" }],
  options: {
    documentOnly: toggle('judge by the interface document alone; where it is silent, only observe'),
    profile: profileOption('the answers that the provider is held against'),
    header: headerOption(),
    readOnly: toggle('send GET, HEAD and OPTIONS alone, and judge what they can show'),
    insecure: toggle('trust any certificate'),
    timeout: wholeNumber({
      value: 'seconds',
      about: 'how long an answer is waited for',
      default: 10,
      min: 1,
      max: day,
    }),
    settle: wholeNumber({
      value: 'ms',
      about: 'how long a write may take until it can be read',
      default: 2000,
      min: 0,
      max: 600_000,
    }),
    rate: wholeNumber({
      value: 'number',
      about: 'requests per second at the most',
      defaultText: 'as many as there are',
      default: undefined,
      min: 1,
      max: 100_000,
    }),
    ...sequenceOptions,
    stateUrl: text({
      value: 'URL',
      about: "the provider's own hook for provider states, called as Pact's verifiers call it",
      defaultText: 'none: states are set up through the interface',
      default: undefined,
    }),
    json: text({ value: 'file', about: 'write the result as JSON', default: undefined }),
    junit: text({ value: 'file', about: 'write the result as JUnit XML', default: undefined }),
    dryRun: toggle('send nothing: print every request that would be sent'),
    sweep: toggle('judge nothing: remove what killed runs have left at the provider'),
    quiet: toggle('say nothing beforehand, and show no progress'),
  },
  examples: [
    [
      'npx posts-understudy verify https://staging.example.com/v1',
      'judges by the document and the default profile',
    ],
    ['npx posts-understudy verify http://127.0.0.1:3000/v1 --document-only', 'judges by the document alone'],
    [
      `npx posts-understudy verify https://staging.example.com/v1 --header "Authorization: Bearer $TOKEN" --profile posts.profile.json --junit verify.xml`,
      'in a CI job, with credentials; they appear in no output',
    ],
    ['npx posts-understudy verify https://www.example.com/v1 --read-only', 'writes nothing'],
    ['npx posts-understudy verify https://staging.example.com/v1 --dry-run', 'sends nothing'],
    ['npx posts-understudy verify https://staging.example.com/v1 --sweep', 'removes what a killed run left'],
  ],
  notes: `Exit codes: 0 all held; 1 a clause is broken, or (without --document-only) a choice differs; 2 the call was wrong;
3 the provider could not be judged. Posts of the run are noted on disk before they are created, and removed at the
end, also after Ctrl-C. In a GitHub step, the result is in the step summary too.`,
  async run({ options, operands: [url = ''], io }) {
    const stop = new AbortController()
    void io.stopped().then(() => stop.abort(new Error('it was stopped')))
    const client = {
      url,
      headers: options.header,
      insecure: options.insecure,
      timeout: options.timeout * 1000,
    }
    if (options.dryRun) return await rehearse(url, options, io)
    if (options.sweep) return await sweepProvider(client, io)
    const progress = showProgress(io, options.quiet)
    if (!options.quiet) io.stderr.write(announcement(url, options.readOnly))
    const result = await verifyProvider({
      ...client,
      documentOnly: options.documentOnly,
      readOnly: options.readOnly,
      settle: options.settle,
      ...sequencesOf(options),
      signal: stop.signal,
      onProgress: progress.show,
      ...(options.profile ? { profile: options.profile } : {}),
      ...(options.stateUrl === undefined ? {} : { stateUrl: options.stateUrl }),
      ...(options.rate === undefined ? {} : { maxRequestsPerSecond: options.rate }),
    }).finally(progress.end)
    await writeReports(result, options, io)
    io.stdout.write(textReport(result, styleOf(io)))
    return result.exitCode
  },
})

/** Prints what a run would send. */
async function rehearse(
  url: string,
  { documentOnly, profile }: { documentOnly: boolean; profile: ProfileOption | Profile | undefined },
  { stdout }: CommandIo,
): Promise<number> {
  const chosen = profile ? { profile } : {}
  const kinds = documentOnly ? (['document'] as const) : (['document', 'mock'] as const)
  const contracts = await Promise.all(kinds.map((kind) => deriveContract({ kind, ...chosen })))
  const lines = await planOf(contracts, { url: readProviderUrl(url).base, ...chosen })
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

function announcement(url: string, readOnly: boolean): string {
  const where = URL.canParse(url) ? new URL(url).host : url
  return readOnly
    ? `Reading from ${where}; nothing will be written.\n`
    : `Creating, replacing and deleting posts of our own at ${where}; all bear a mark, and are removed at the end.\n`
}

async function writeReports(
  result: VerifyResult,
  files: { json: string | undefined; junit: string | undefined },
  { env }: CommandIo,
): Promise<void> {
  if (files.json !== undefined) await writeReport('--json', files.json, jsonReport(result))
  if (files.junit !== undefined) await writeReport('--junit', files.junit, junitReport(result))
  const summary = env.GITHUB_STEP_SUMMARY
  if (summary)
    await appendFile(summary, markdownReport(result)).catch((error) =>
      refuse('GITHUB_STEP_SUMMARY', summary, error),
    )
}

async function writeReport(flag: string, file: string, content: string): Promise<void> {
  await writeAtomically(file, content).catch((error) => refuse(flag, file, error))
}

function refuse(flag: string, file: string, error: Error): never {
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to write ${flag} ${file}: ${error.message}. Pass a file in a folder that exists.`,
  )
}

/** `--header 'Name: value'`; the value is never shown again, not even where it cannot be read. */
function headerOption() {
  const none: Readonly<Record<string, string>> = {}
  return {
    ...readBy({
      value: "'Name: value'",
      about: 'a header for every request, such as credentials; may come again',
      default: none,
      defaultText: 'none',
      read: () => none,
    }),
    read(given: string, before: Readonly<Record<string, string>>) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(given) ?? []
      if (name === undefined || value === undefined)
        throw new Error("it is not of the form 'Name: value'. Pass one such as 'Authorization: Bearer …'.")
      return { ...before, [name]: value }
    },
  }
}

function styleOf(io: CommandIo): Style {
  const formats = { good: 'green', bad: 'red', warn: 'yellow', faint: 'dim', strong: 'bold' } as const
  return (kind, content) => styled(io, io.stdout, formats[kind], content)
}
