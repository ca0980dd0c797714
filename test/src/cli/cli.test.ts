import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { createProgram, runCommandLine } from '../../../src/cli/command-line.ts'
import { createSurroundings, runCli } from '../../support/cli.ts'

const commands = createProgram(createSurroundings().io).commands
const verify = ['verify', 'http://127.0.0.1:9/v1']

test.each([[['--help']], [['-h']], [['help']]])('shows an overview of the commands at %o', async (given) => {
  const { code, stdout, stderr } = await runCli(...given)
  expect([code, stderr]).toEqual([0, ''])
  for (const command of commands)
    expect(stdout).toMatch(new RegExp(`${command.name()} .*${command.description()}`))
})

test.each(commands.map((command) => command.name()))(
  'the help of %s fits on a screen of 80 columns, and its examples are right',
  async (name) => {
    const { io, printed } = createSurroundings()
    const code = await runCommandLine([name, '--help'], { ...io, stdout: { ...io.stdout, columns: 80 } })
    expect([code, printed.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Usage: posts-understudy ${name} `)),
    ])
    expect(printed.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(44)
    expect(printed.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    const [, example = ''] = /npx posts-understudy ([^\n]*)/.exec(printed.stdout) ?? []
    const flags = example.match(/--[a-z-]+/g) ?? []
    const known = commands.find((each) => example.startsWith(each.name()))?.options.map(({ long }) => long)
    expect(known).toEqual(expect.arrayContaining(flags))
  },
)

test('prints its version', async () => {
  expect(await runCli('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test.each([
  [[], 'Usage: posts-understudy'],
  [['sevre'], "error: unknown command 'sevre'\n(Did you mean serve?)"],
  [['serve', '--prot', '3'], "error: unknown option '--prot'\n(Did you mean --port?)"],
  [['serve', '8080'], 'Expected 0 arguments but got 1: 8080.'],
  [['serve', '--data', '--watch'], "error: option '--data <file>' has no value"],
  [['serve', '--credentials', ''], "error: option '--credentials <text>' has no value"],
  [['serve', '--port', '65536'], "argument '65536' is invalid. Pass a whole number from 0 to 65535."],
  [
    ['serve', '--latency', '200-50'],
    "argument '200-50' is invalid. Pass milliseconds such as 100, or a range",
  ],
  // -v is not the version here.
  [['serve', '--token', '-vw'], '--token is "(not shown)". Give 16 or more letters'],
  [['serve', '--profile', 'nope'], 'Failed to read the profile nope: ENOENT: no such file'],
  [['serve', '--profile', '.'], 'Failed to read the profile .: it is not a regular file'],
  [['serve', '--profile', 'package.json'], 'not a choice: "name"'],
  [['serve', '--watch'], 'Pass a file to watch too: --data.'],
  [['serve', '--port', '0', '--host', '192.0.2.1'], 'EADDRNOTAVAIL'],
  [['serve', '--port', '0', '--data', 'package.json'], 'package.json": "posts" is not as expected. '],
  [['verify'], "error: missing required argument 'URL'"],
  [
    ['verify', 'localhost:3000/v1'],
    '"localhost:3000/v1": it is not an address that begins with http:// or https://. Give only',
  ],
  [['verify', 'http://example.com/v1?key=s3cret'], 'it has a query or a fragment, which may be a secret'],
  [['verify', 'ann:s3cret@example.com/v1'], '"example.com/v1": it is not an address that begins with http'],
  [[...verify, '--header', 'Authorization'], "Pass it in the form 'Name: value'."],
  [[...verify, '--without', 'list'], "argument 'list' is invalid. Pass one of create, replace, delete."],
  [[...verify, '--json', 'no-such-folder/a.json'], 'Pass a file in a folder that exists and is writable.'],
  [[...verify, '--json', 'test'], 'It is a folder. Pass a file.'],
  [[...verify, '--accept', 'nothing'], 'Pass the id of a clause or a choice in a report.'],
  [[...verify, '--sweep', '--read-only'], "option '--sweep' cannot be used with option '--read-only'"],
  [[...verify, '--only', 'sequence/9'], 'the sequence is random. Pass the --seed of the report too.'],
  [['verify', 'http://127.0.0.1:9/v1/posts'], 'it ends in /posts'],
  [[...verify, '--read-only', '--only', 'sequence/0'], 'it writes, and the run only reads.'],
  [[...verify, '--without', 'delete', '--only', 'read/deleted'], 'it needs an operation that the run'],
  [[...verify, '--only', 'replace/nothing'], 'there is no such example. Pass a key of a report'],
  [[...verify, '--client', 'package.json'], 'schemaVersion is not as "posts-understudy client" writes it.'],
  [['contract', '--consumer', '../blog'], 'the consumer "../blog" cannot be part of a file name.'],
  [
    ['client', '--pact', '.', '--consumer', 'a/b', '--', 'node'],
    'the consumer "a/b" cannot be part of a file name.',
  ],
  [['client', '--', ''], 'Failed to run the command: it is empty.'],
])('says what is wrong with %o, and exits with 2', async (given, words) => {
  const { code, stdout, stderr } = await runCli(...given)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
  expect(stderr).not.toMatch(/ {4}at |s3cret/)
})

test('reports an unexpected error as a bug, with its stack and exit code 70', async () => {
  const { io, printed } = createSurroundings()
  const write = () => {
    throw new Error('the kettle broke')
  }
  expect(await runCommandLine(['--version'], { ...io, stdout: { write } })).toBe(70)
  expect(printed.stderr).toMatch(/^This is a bug in posts-understudy: Error: the kettle broke\n {4}at /)
})

test.each([true, false])('colours errors where the output has colours: %s', async (hasColours) => {
  const { io, printed } = createSurroundings()
  await runCommandLine(['sevre'], { ...io, stderr: { ...io.stderr, hasColours } })
  expect(printed.stderr.includes('\u001b[31m')).toBe(hasColours)
})
