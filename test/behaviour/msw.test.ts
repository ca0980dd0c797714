import { compactCases, oneOf } from './cases.ts'
import { mswFetchHost } from './hosts/msw.ts'
import { describeBehaviour } from './suite.ts'

// All cases through `node:http`, presets, other clients and random profiles: behaviour.integration.test.ts. An interception costs a millisecond.
describeBehaviour(mswFetchHost, { default: {} }, oneOf(3, 0, compactCases))
