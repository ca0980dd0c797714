import { type RecordedLine, recordVariable } from '../../contracts/client/recording.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/** The folder of the recording; undefined where nothing is recorded, such as in a page. */
export function recordingFolder(): string | undefined {
  return globalThis.process?.env?.[recordVariable] || undefined
}

/** Each process and each worker writes its own file. */
const name = Math.random().toString(36).slice(2)
let hasFailed = false

/** Adds a line to the recording, if there is one. It is written at once: a runner may end a worker at any moment. */
export function record(line: RecordedLine): void {
  const folder = recordingFolder()
  if (folder === undefined) return
  try {
    const { appendFileSync } = process.getBuiltinModule('node:fs')
    appendFileSync(`${folder}/${process.pid}-${name}.ndjson`, `${stringifyJson(line)}\n`)
  } catch (error) {
    if (!hasFailed) console.warn(`[posts-understudy] Failed to record requests in ${folder}: ${error}`)
    hasFailed = true
  }
}
