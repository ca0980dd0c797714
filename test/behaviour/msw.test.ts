import { mswFetchStage } from './adapters/msw.ts'
import { describeBehaviour } from './suite.ts'

// The presets, other clients and random profiles: behaviour.integration.test.ts. An interception costs a millisecond.
describeBehaviour(mswFetchStage, { default: {} })
