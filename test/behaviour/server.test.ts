import { serverStage } from './adapters/server.ts'
import { describeBehaviour } from './suite.ts'

// The presets and random profiles: behaviour.integration.test.ts.
describeBehaviour(serverStage, { default: {} })
