import { playwrightRouteStage } from './behaviour/adapters/playwright-route.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(playwrightRouteStage, { default: {} })
