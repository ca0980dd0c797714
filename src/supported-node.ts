import { UnderstudyError } from '../handlers/model/errors.ts'
import { complainAboutNode } from '../handlers/model/node-version.ts'

// Every entry for Node imports this first: without it an old Node would start, and fail at some later request.
const complaint = complainAboutNode(process.versions.node)
if (complaint !== undefined) throw new UnderstudyError('RUNTIME_UNSUPPORTED', complaint)
