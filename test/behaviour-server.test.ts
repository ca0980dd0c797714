import { serverStage } from './behaviour/adapters/server.ts'
import { describeBehaviour } from './behaviour/suite.ts'

// The presets and random profiles: behaviour.integration.test.ts.
describeBehaviour(serverStage, { default: {} })
