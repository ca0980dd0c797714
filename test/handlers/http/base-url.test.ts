import { expect, test } from 'vitest'
import { withoutCredentials } from '../../../handlers/http/base-url.ts'

test.each([
  ['https://api.example.com/@team/v1', 'https://api.example.com/@team/v1'],
  ['https://ann:p@ss@api.example.com/@team/v1?token=tea#top', 'https://api.example.com/@team/v1'],
  ['https://ann:p/ss@api.example.com/v1', 'https://api.example.com/v1'],
  ['ann:pass@api.example.com/v1', 'api.example.com/v1'],
])('%s without credentials is %s', (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown)
})
