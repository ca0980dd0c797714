import { compactCases, oneOf } from './cases.ts'
import { mswFetchHost } from './hosts/msw.ts'
import { describeBehaviour } from './suite.ts'

// All cases through `node:http`, and random profiles: behaviour.integration.test.ts. An interception costs a millisecond.
describeBehaviour(mswFetchHost, oneOf(3, 0, compactCases))
