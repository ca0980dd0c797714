import { expect, test } from 'vitest'
import { complainAboutNode } from '../../../handlers/model/node-version.ts'

test.each(['22.12.0', '22.20.3', '23.0.0', '24.21.0', '100.0.0', '22.12.0-nightly'])(
  'accepts Node %s',
  (version) => {
    expect(complainAboutNode(version)).toBeUndefined()
  },
)

test.each(['16.20.2', '18.20.8', '20.1.0', '21.99.0', '22.2.0', '22.11.9'])('refuses Node %s', (version) => {
  expect(complainAboutNode(version)).toContain(`Node v${version} is too old. Use Node 22.12 or newer`)
})

test('asks for the same Node as package.json', async () => {
  const { default: manifest } = await import('../../../package.json', { with: { type: 'json' } })
  expect(complainAboutNode('0.0.0')).toContain(`Use Node ${manifest.engines.node.replace('>=', '')} or newer`)
})
