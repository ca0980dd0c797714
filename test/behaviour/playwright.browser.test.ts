import { playwrightRouteStage } from './adapters/playwright-route.ts'
import { everyThird } from './cases.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(playwrightRouteStage, { default: {} }, everyThird(0))
