import { expect, test } from 'vitest'
import { runCli } from '../../support/cli-surroundings.ts'

test.each(['verify', 'calibrate'])('%s refuses an address before it announces anything', async (command) => {
  const { code, stderr } = await runCli(command, 'localhost:3000/v1')
  expect([code, stderr]).toEqual([
    2,
    `Failed to read the provider's address "localhost:3000/v1": it does not begin with http:// or https://. Give only the base address, such as "http://127.0.0.1:3000/v1".\n`,
  ])
})

test.each<[string, string | RegExp]>([
  ['serve 8080', 'Failed to run serve: unexpected argument "8080". Did you mean --port 8080?\n'],
  [
    'serve posts.json',
    'Failed to run serve: unexpected argument "posts.json". Did you mean --data posts.json?\n',
  ],
  ['serve all', 'Failed to run serve: unexpected argument "all". See posts-understudy serve --help.\n'],
  [
    'verify http://127.0.0.1:1/v1 --only sequence/9:1',
    'Failed to run --only sequence/9:1: the sequence is random. Pass the --seed of the report too.\n',
  ],
  [
    'verify http://127.0.0.1:1/v1 --only replace/existing --read-only',
    'Failed to run --only replace/existing: a run that only reads has no examples. Leave --only out.\n',
  ],
  [
    'verify http://127.0.0.1:1/v1 --only replace/nothing',
    'Failed to run --only replace/nothing: there is no such example. Pass a key of a report, such as replace/existing or sequence/3:1.\n',
  ],
  ...['--read-only', '--json out.json'].map((other): [string, RegExp] => [
    `verify http://127.0.0.1:1/v1 --sweep ${other}`,
    new RegExp(`^Failed to run verify: option '--sweep' cannot be used with option '${other.split(' ')[0]}`),
  ]),
  [
    'verify http://127.0.0.1:1/v1 --accept list.al',
    /--accept.*"list\.al" is neither a clause nor a choice\. Pass an id of a report\./,
  ],
  [
    'verify http://127.0.0.1:1/v1 --dry-run --html out.html',
    /^Failed to run verify: option '--dry-run' cannot be used with option '--html <file>'\. See .+\n$/,
  ],
])('%s is refused, with what was meant, before anything is announced', async (line, complaint) => {
  const { code, stdout, stderr } = await runCli(...line.split(' '))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(complaint)
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
      `Failed to write ${flag} no-such-folder/result: ENOENT: no such file or directory. Pass a file in a writable folder.\n`,
    ])
  },
)

const verifyNobody = 'verify http://127.0.0.1:1/v1'

test.each([
  ...['--json', '--html'].map((flag) => [verifyNobody, flag]),
  ['calibrate http://127.0.0.1:1/v1', '--out'],
  ['diff default minimal', '--json'],
  ['openapi', '--out'],
  ['contract', '--out'],
])('%s %s - is refused, and writes no file of that name', async (line, flag) => {
  const { code, stdout, stderr } = await runCli(...line.split(' '), flag, '-')
  const what = line === 'contract' ? 'folder' : 'file'
  const complaint = `Failed to read ${flag}: standard output ("-") is not supported. Pass a ${what}.\n`
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: complaint })
})

test.each([
  [
    `${verifyNobody} --json .`,
    'Failed to write --json .: it is not a regular file. Pass a file in a writable folder.\n',
  ],
  [
    `${verifyNobody} --html a.html --json ./a.html`,
    'Failed to write --json ./a.html: --html writes this file too. Pass a different one.\n',
  ],
  [
    'calibrate http://127.0.0.1:1/v1 --out a.json --json a.json',
    'Failed to write --json a.json: --out writes this file too. Pass a different one.\n',
  ],
])('%s is refused before the provider is asked', async (line, complaint) => {
  const { code, stdout, stderr } = await runCli(...line.split(' '))
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: complaint })
})
