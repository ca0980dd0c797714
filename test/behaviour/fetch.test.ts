import { presets } from '../../handlers/choices/presets.ts'
import { oneOf } from './cases.ts'
import { fetchHost } from './hosts/fetch.ts'
import { describeBehaviour } from './suite.ts'

// What differs from the core is the way there: the presets are run on the core.
describeBehaviour(fetchHost, { default: {} })
describeBehaviour(fetchHost, { minimal: presets.minimal }, oneOf(6, 3))
