import { fetchStage } from './behaviour/adapters/fetch.ts'
import { describeBehaviour } from './behaviour/suite.ts'

describeBehaviour(fetchStage)
