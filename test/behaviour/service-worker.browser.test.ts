import { oneOf } from './cases.ts'
import { serviceWorkerHost } from './hosts/service-worker.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(serviceWorkerHost, oneOf(9, 1))
