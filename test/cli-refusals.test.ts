import { expect, test } from 'vitest'
import { runCli } from './cli-surroundings.ts'

test.each(['verify', 'calibrate'])('%s refuses an address before it announces anything', async (command) => {
  const { code, stderr } = await runCli(command, 'localhost:3000/v1')
  expect([code, stderr]).toEqual([
    2,
    `Failed to read the provider's address "localhost:3000/v1": it is no http address. Give the base address alone, such as "http://127.0.0.1:3000/v1".\n`,
  ])
})

test.each([
  ['verify', '--json'],
  ['verify', '--junit'],
  ['calibrate', '--json'],
  ['calibrate', '--out'],
])(
  '%s refuses a file of %s in a folder that is not there, before it asks the provider',
  async (command, flag) => {
    const { code, stderr } = await runCli(command, 'http://127.0.0.1:1/v1', flag, 'no-such-folder/result')
    expect([code, stderr]).toEqual([
      2,
      `Failed to write ${flag} no-such-folder/result: ENOENT: no such file or directory. Pass a file in a folder that exists and may be written to.\n`,
    ])
  },
)
