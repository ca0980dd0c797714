import { presets } from '../src/presets.ts'
import { fetchStage } from './behaviour/adapters/fetch.ts'
import { describeBehaviour } from './behaviour/suite.ts'

// What differs from the core is the way there: the presets are played on the core.
describeBehaviour(fetchStage, { default: {}, minimal: presets.minimal })
