import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { complainAboutNode } from '../../src/supported-node.ts'

test('a Node older than that of package.json is refused', () => {
  for (const version of ['22.12.0', '23.0.0', '100.0.0', '22.12.0-nightly'])
    expect(complainAboutNode(version)).toBeUndefined()
  const oldest = manifest.engines.node.replace('>=', '')
  for (const version of ['16.20.2', '21.99.0', '22.2.0', '22.11.9'])
    expect(complainAboutNode(version)).toContain(`v${version} is too old. Use Node ${oldest} or newer`)
})
