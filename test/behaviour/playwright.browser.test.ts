import { oneOf } from './cases.ts'
import { playwrightRouteHost } from './hosts/playwright-route.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(playwrightRouteHost, oneOf(9, 0))
