import { mswFetchStage } from './behaviour/adapters/msw.ts'
import { describeBehaviour } from './behaviour/suite.ts'

// The presets, other clients and random profiles: behaviour.integration.test.ts. An interception costs a millisecond.
describeBehaviour(mswFetchStage, { default: {} })
