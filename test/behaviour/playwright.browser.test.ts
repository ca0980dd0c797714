import { oneOf } from './cases.ts'
import { playwrightRouteHost } from './hosts/playwright-route.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(playwrightRouteHost, { default: {} }, oneOf(9, 0))
