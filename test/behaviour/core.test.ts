import { coreHost } from './hosts/core.ts'
import { describeBehaviour } from './suite.ts'

describeBehaviour(coreHost)

// What no preset asks for and the slow cases are about: nothing is limited, and everything is kept.
describeBehaviour(coreHost, {
  'without limits': {
    'input.max-depth': 'none',
    'input.max-bytes': 'none',
    'input.unknown-fields': 'stored',
    'input.duplicate-keys': 'refused',
  },
})
