import { viteMiddlewareStage } from './adapters/vite-middleware.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(viteMiddlewareStage, { default: {} })
