import { playwrightRouteStage } from './behaviour/adapters/playwright-route.ts'
import { everyThird } from './behaviour/cases.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(playwrightRouteStage, { default: {} }, everyThird(0))
