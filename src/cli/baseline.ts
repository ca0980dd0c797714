import { existsSync, readFileSync } from 'node:fs'
import type { Option } from 'commander'
import {
  type Baseline,
  baselineFileText,
  readBaseline,
  updatedBaseline,
  withBaseline,
} from '../../contracts/verify/baseline.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { CommandIo } from './io.ts'
import { outputPath, toggle } from './options.ts'
import { writeReport } from './report-file.ts'

/** The options of `verify` for a baseline. */
export function baselineOptions(): Option[] {
  return [
    outputPath('--baseline <file>', 'known faults and differences: only new ones fail'),
    toggle('--update-baseline', 'write the findings to the --baseline, keep its reasons'),
  ]
}

export interface BaselineFlags {
  readonly baseline?: string
  readonly updateBaseline?: boolean
}

/** Reads the baseline before the run. @throws UnderstudyError `OPTION_INVALID` for a bad file, with its line */
export function openBaseline({ baseline: file, updateBaseline: isUpdated = false }: BaselineFlags) {
  if (file === undefined) {
    if (isUpdated)
      throw new UnderstudyError(
        'OPTION_INVALID',
        'Failed to read --update-baseline: it needs a file. Pass one with --baseline verify.baseline.json.',
      )
    return { compare: async (result: VerifyResult) => result }
  }
  const before = readFile(file, isUpdated)
  return {
    /** The result compared with the baseline, after updating it if requested. */
    async compare(result: VerifyResult, { stderr }: CommandIo): Promise<VerifyResult> {
      const isJudged = result.verdict !== 'not judged'
      if (isUpdated && !isJudged) stderr.write(`${file} was not changed: nothing was judged.\n`)
      if (!isUpdated || !isJudged) return withBaseline(result, before ?? { known: {} })
      const after = updatedBaseline(result, before)
      await writeReport('--baseline', file, baselineFileText(after))
      const count = Object.keys(after.known).length
      stderr.write(
        `${file} has ${count} ${count === 1 ? 'entry' : 'entries'}. Write in each why it is accepted.\n`,
      )
      return withBaseline(result, after)
    },
  }
}

/** The baseline in a file; undefined where it does not exist yet and will be written. */
function readFile(file: string, isUpdated: boolean): Baseline | undefined {
  const refuse = (fact: string) =>
    new UnderstudyError(
      'OPTION_INVALID',
      `Failed to read --baseline ${file}: ${fact}. Write it with --baseline ${file} --update-baseline.`,
    )
  let bytes: Buffer | undefined
  try {
    if (existsSync(file)) bytes = readFileSync(file)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  if (bytes) return readBaseline(bytes.toString(), `--baseline ${file}`)
  if (isUpdated) return undefined
  throw refuse('the file does not exist')
}
