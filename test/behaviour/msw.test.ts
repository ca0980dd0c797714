import { compactCases } from './cases.ts'
import { mswFetchHost } from './hosts/msw.ts'
import { describeBehaviour } from './suite.ts'

// The slow cases, presets, other clients and random profiles: behaviour.integration.test.ts. An interception costs a millisecond.
describeBehaviour(mswFetchHost, { default: {} }, compactCases)
