import { expect, test } from 'vitest'
import { replayCommand } from '../../../contracts/verify/replay.ts'

const url = 'http://127.0.0.1:1/v1'

test('names every option that changes what a run sends or judges', () => {
  const command = replayCommand(url, {
    url,
    insecure: true,
    profile: 'minimal',
    settle: 0,
    timeout: 3000,
    maxRequestsPerSecond: 500,
    maxTime: 90_000,
    without: ['replace'],
    headers: { authorization: 'Bearer abc' },
  })
  expect(command).toBe(
    `npx posts-understudy verify ${url} --insecure --profile minimal --settle 0 --timeout 3 --rate 500 --max-time 90 --without replace --header "authorization: $AUTHORIZATION"`,
  )
})

test('names the file of a profile', () => {
  const command = replayCommand(url, { url, profile: {}, profileName: 'my posts.json' }, '--seed 7')
  expect(command).toBe(`npx posts-understudy verify ${url} --seed 7 --profile 'my posts.json'`)
})

test('leaves out what has its default', () => {
  expect(replayCommand(url, { url })).toBe(`npx posts-understudy verify ${url}`)
})
