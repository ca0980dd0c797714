import { UnderstudyError } from '../handlers/model/errors.ts'

// Every entry for Node imports this first: without it an old Node would start, and fail at some later request.
const complaint = complainAboutNode(process.versions.node)
if (complaint !== undefined) throw new UnderstudyError('RUNTIME_UNSUPPORTED', complaint)

/** Why this package cannot run on a version of Node; undefined from 22.12 on. Old versions must be able to load this file. */
export function complainAboutNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12)) return undefined
  return `Failed to start posts-understudy: Node v${version} is too old. Use Node 22.12 or newer.`
}
