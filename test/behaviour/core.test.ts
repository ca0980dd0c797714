import { presets } from '../../handlers/choices/presets.ts'
import { casesOfPresets } from './cases.ts'
import { coreHost } from './hosts/core.ts'
import { describeBehaviour } from './suite.ts'

const { default: _default, ...otherPresets } = presets

describeBehaviour(coreHost, { default: {} })
describeBehaviour(coreHost, otherPresets, casesOfPresets)

// What no preset asks for and the slow cases are about: nothing is limited, and everything is kept.
describeBehaviour(coreHost, {
  'without limits': {
    'input.max-bytes': 'none',
    'input.unknown-fields': 'stored',
  },
})
