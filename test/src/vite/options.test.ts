import { expect, test, vi } from 'vitest'
import { isOn } from '../../../src/vite/options.ts'

test.each([
  [{}, {}, true],
  [{}, { POSTS_UNDERSTUDY: 'off' }, false],
  [{ mode: 'off' }, { POSTS_UNDERSTUDY: 'middleware' }, true],
  [{ mode: 'off' }, { POSTS_UNDERSTUDY: '' }, false],
  [{}, { VITEST: 'true' }, false],
  [{ mode: 'middleware' }, { VITEST: 'true' }, true],
] as const)('the plugin with the options %o in the environment %o: %s', (options, environment, expected) => {
  const { POSTS_UNDERSTUDY = undefined, VITEST = undefined } = environment as Record<string, string>
  vi.stubEnv('POSTS_UNDERSTUDY', POSTS_UNDERSTUDY)
  vi.stubEnv('VITEST', VITEST)
  expect(isOn(options)).toBe(expected)
  vi.unstubAllEnvs()
})
