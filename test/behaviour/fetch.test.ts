import { presets } from '../../handlers/choices/presets.ts'
import { fetchStage } from './adapters/fetch.ts'
import { describeBehaviour } from './suite.ts'

// What differs from the core is the way there: the presets are played on the core.
describeBehaviour(fetchStage, { default: {}, minimal: presets.minimal })
