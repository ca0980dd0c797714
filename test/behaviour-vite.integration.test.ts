import { viteMiddlewareStage } from './behaviour/adapters/vite-middleware.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(viteMiddlewareStage, { default: {} })
