import { presets } from '../../handlers/choices/presets.ts'
import { oneOf } from './cases.ts'
import { fetchHost } from './hosts/fetch.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(fetchHost)
describeBehaviour(fetchHost, oneOf(6, 3), { minimal: presets.minimal })
