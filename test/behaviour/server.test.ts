import { serverHost } from './hosts/server.ts'
import { describeBehaviour } from './suite.ts'

// A preset and a random profile: behaviour.integration.test.ts.
describeBehaviour(serverHost)
