import { viteMiddlewareHost } from './hosts/vite-middleware.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(viteMiddlewareHost)
