import { everySixth } from './cases.ts'
import { playwrightRouteHost } from './hosts/playwright-route.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(playwrightRouteHost, { default: {} }, everySixth(0))
