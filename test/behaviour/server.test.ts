import { serverHost } from './hosts/server.ts'
import { describeBehaviour } from './suite.ts'

// The presets and random profiles: behaviour.integration.test.ts.
describeBehaviour(serverHost, { default: {} })
