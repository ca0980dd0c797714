import { serviceWorkerStage } from './adapters/service-worker.ts'
import { everyThird } from './cases.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(serviceWorkerStage, { default: {} }, everyThird(1))
