import { serviceWorkerStage } from './behaviour/adapters/service-worker.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(serviceWorkerStage, { default: {} })
