import { coreStage } from './adapters/core.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(coreStage)

// What no preset asks for and the slow cases are about: nothing is limited, and everything is kept.
describeBehaviour(coreStage, {
  'without limits': {
    'input.max-depth': 'none',
    'input.max-bytes': 'none',
    'input.unknown-fields': 'stored',
    'input.duplicate-keys': 'refused',
  },
})
