import { serviceWorkerStage } from './behaviour/adapters/service-worker.ts'
import { everyThird } from './behaviour/cases.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(serviceWorkerStage, { default: {} }, everyThird(1))
