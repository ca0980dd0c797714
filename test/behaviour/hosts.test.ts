import { presets } from '../../handlers/choices/presets.ts'
import { compactCases, oneOf } from './cases.ts'
import { fetchHost } from './hosts/fetch.ts'
import { mswFetchHost } from './hosts/msw.ts'
import { serverHost } from './hosts/server.ts'
import { describeBehaviour } from './suite.ts'

// All cases through MSW, a preset at the server, and random profiles: behaviour.integration.test.ts.
describeBehaviour(fetchHost)
describeBehaviour(fetchHost, oneOf(6, 3), { minimal: presets.minimal })
describeBehaviour(serverHost)
// An interception costs a millisecond.
describeBehaviour(mswFetchHost, oneOf(3, 0, compactCases))
