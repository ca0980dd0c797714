import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { type CliCommand, programOf } from '../../../src/cli/command.ts'
import { commands, runCommandLine } from '../../../src/cli/command-line.ts'
import { createSurroundings, runCli } from '../../support/cli-surroundings.ts'

/** Parses what follows the name of a command, without running it. */
async function parse(command: CliCommand, given: readonly string[]) {
  const program = programOf('name', command, createSurroundings().io, false).action(() => {})
  return (await program.parseAsync(given, { from: 'user' })).opts()
}

test.each([
  [['--port', '5', '--port=6'], { port: 6 }],
  [['--seed', '-5'], { seed: -5 }],
  [['--watch'], { watch: true }],
  [['--data=posts.json'], { data: 'posts.json' }],
  [['--token', '-hard'], { token: '-hard' }],
  [['--token=-hard'], { token: '-hard' }],
  [['--credentials', 'rye', '--credentials', 'oat'], { credentials: ['rye', 'oat'] }],
])('reads %o', async (given, options) => {
  const { serve } = await import('../../../src/cli/serve.ts')
  const usual = { port: 4010, host: '127.0.0.1', basePath: '/v1', seed: 1 }
  expect(await parse(serve as CliCommand, given)).toEqual({ ...usual, ...options })
})

test.each([[['--data', '--watch']], [['--data', '--port=2']], [['--data', '']]])(
  'refuses %o: the option has no value',
  async (given) => {
    const { code, stderr } = await runCli('serve', ...given)
    expect([code, stderr]).toEqual([2, 'Failed to read --data: it has no value. Pass --data <file>.\n'])
  },
)

test('the help of verify fits on a screen of 80 columns, and --help-all has every option', async () => {
  const { io, printed } = createSurroundings()
  const narrow = { ...io, stdout: { ...io.stdout, columns: 80 } }
  expect(await runCommandLine(['verify', '--help'], narrow)).toBe(0)
  const short = printed.stdout
  expect(short.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(short).toContain('--help-all')
  expect(short).not.toContain('--rate')
  expect(await runCommandLine(['verify', '--help-all'], narrow)).toBe(0)
  const long = printed.stdout.slice(short.length)
  for (const flag of ['--profile', '--rate', '--seed', '--ledger']) expect(long).toContain(`  ${flag}`)
})

test.each([[['--help']], [['-h']], [['help']]])('shows an overview of the commands at %o', async (given) => {
  const { code, stdout, stderr } = await runCli(...given)
  expect([code, stderr]).toEqual([0, ''])
  for (const [name, { summary }] of Object.entries(commands))
    expect(stdout).toMatch(new RegExp(`${name} +${summary}`))
})

test.each(Object.keys(commands))('shows the help of %s, with examples that name it', async (name) => {
  const { code, stdout } = await runCli(name, '--help')
  expect([code, (await runCli('help', name)).stdout]).toEqual([0, stdout])
  expect(stdout).toContain(`Usage: posts-understudy ${name} [options]`)
  expect(stdout).toContain(`\n${commands[name]?.summary}\n`)
  const examples = stdout.slice(stdout.indexOf('Examples'))
  expect(examples).toContain(`posts-understudy ${name}`)
})

test.each(Object.keys(commands))('parses every example of %s', async (name) => {
  const { examples = [] } = (await commands[name]?.load()) ?? {}
  for (const [line] of examples) {
    const [, words = ''] = /posts-understudy (.+)$/.exec(line) ?? []
    const [called = '', ...given] = words.split(' ')
    const command = await commands[called]?.load()
    if (!command) throw new Error(`Expected a command in the example: ${line}`)
    // Without files and quotes.
    if (!/\.json|"/.test(line)) expect(await parse(command, given)).toBeDefined()
  }
})

test('prints its version', async () => {
  expect(await runCli('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('shows the overview on stderr and exits with 2 where no command is given', async () => {
  const { code, stdout, stderr } = await runCli()
  expect([code, stdout, stderr.includes('Usage: posts-understudy')]).toEqual([2, '', true])
})

test.each([
  [['sevre'], "Failed to run posts-understudy: unknown command 'sevre'. Did you mean serve?\n"],
  [['help', 'sevre'], "Failed to run posts-understudy: unknown command 'sevre'. Did you mean serve?\n"],
  [['__proto__'], /^Failed to run posts-understudy: unknown command '__proto__'\. See .+\n$/],
  [
    ['--port', '3'],
    "Failed to run posts-understudy: unknown option '--port'. See posts-understudy --help.\n",
  ],
  [['serve', '--prot', '3'], "Failed to run serve: unknown option '--prot'. Did you mean --port?\n"],
  [['serve', '--xyz'], "Failed to run serve: unknown option '--xyz'. See posts-understudy serve --help.\n"],
  [['serve', '--watch=yes'], /^Failed to run serve: unknown option '--watch=yes'\. .+\n$/],
  [['serve', '--port'], /^Failed to run serve: option '--port <number>' argument missing\. .+\n$/],
  [['verify'], /^Failed to run verify: missing required argument 'URL'\. See .+\n$/],
  [
    ['serve', '--port', '65536'],
    /^Failed to read --port: "65536" is not a whole number from 0 to 65535\. .+\n$/,
  ],
  [
    ['serve', '--posts', '-1'],
    /^Failed to read --posts: "-1" is not a whole number from 0 to 1000000\. .+\n$/,
  ],
  [['serve', '--seed', '1.5'], 'Failed to read --seed: "1.5" is not a whole number. Pass one, such as 1.\n'],
  // -v is not the version here.
  [['serve', '--token', '-vw'], /^Failed to create a posts server: --token is "\(not shown\)"\. .+\n$/],
  [['serve', '--latency', '200-50'], /^Failed to read --latency: "200-50" is not a latency\. .+\n$/],
  [['serve', '--latency', '-5'], /^Failed to read --latency: "-5" is not a latency\. .+\n$/],
  [
    ['serve', '--profile', 'nope'],
    /^Failed to read --profile nope: it is neither a file nor a preset\. .+\n$/,
  ],
  [
    ['serve', '--profile', 'package.json'],
    /^Failed to read --profile package\.json: not a choice: "name", .+\n$/,
  ],
  [['serve', '--profile', 'LICENSE'], /^Failed to read --profile LICENSE: it is not JSON .+\n$/],
  [
    ['serve', '--base-path', 'v1'],
    'Failed to create a posts server: --base-path is "v1". Give a path such as "/v1".\n',
  ],
  [['serve', '--allow-origin', 'x'], /^Failed to create a posts server: --allow-origin is "x"\. .+\n$/],
  [
    ['serve', '--watch'],
    'Failed to run serve: --watch has no file to watch. Pass --data <file> or --handlers <file> too.\n',
  ],
  [
    ['verify', 'http://127.0.0.1:9/v1', '--header', 'Authorization'],
    "Failed to read --header: it does not have the form 'Name: value'. Pass a name, a colon and a value.\n",
  ],
  [
    ['serve', '--port', '0', '--host', '192.0.2.1'],
    /^Failed to serve on "192\.0\.2\.1": EADDRNOTAVAIL\. Pass a --host that .+ "127\.0\.0\.1"\.\n$/,
  ],
  [
    ['serve', '--port', '0', '--data', 'package.json'],
    /^Failed to read --data "package\.json": .+ It was not changed\.\n$/,
  ],
  [
    ['serve', '--port', '0', '--data', 'no/such/x.json'],
    /^Failed to write --data "no\/such\/x\.json": the folder does not exist\. .+\n$/,
  ],
])('says in one sentence what is wrong with %o, and exits with 2', async (given, sentence) => {
  const { code, stdout, stderr } = await runCli(...given)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(sentence)
  expect(stderr.split('\n')).toHaveLength(2)
})

test.each([
  [{}, /^Failed unexpectedly: the kettle broke\. This is a bug in posts-understudy; .+\n$/],
  [{ DEBUG: 'posts-understudy' }, /^Error: the kettle broke\n {4}at /],
])('reports an unexpected error as a bug, exit code 70, with %o', async (env, words) => {
  const { io, printed } = createSurroundings({ env })
  const broken = {
    ...io,
    stdout: {
      write: () => {
        throw new Error('the kettle broke')
      },
    },
  }
  expect(await runCommandLine(['--version'], broken)).toBe(70)
  expect(printed.stderr).toMatch(words)
})

test.each([
  [{ isTTY: true }, true],
  [{ isTTY: true, env: { NO_COLOR: '1' } }, false],
  [{ isTTY: true, env: { TERM: 'dumb' } }, false],
  [{ isTTY: false }, false],
  [{ isTTY: false, env: { FORCE_COLOR: '1' } }, true],
  [{ isTTY: false, env: { FORCE_COLOR: '', TERM: 'dumb' } }, true],
  [{ isTTY: true, env: { FORCE_COLOR: '0' } }, false],
  [{ isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
])('colours what it prints on %o: %s', async (surroundings, isColoured) => {
  const { io, printed } = createSurroundings(surroundings)
  await runCommandLine(['sevre'], io)
  expect(printed.stderr.includes('\u001b[')).toBe(isColoured)
})

test('a terminal that says that it has 0 columns gets lines of the usual width', async () => {
  const { io, printed } = createSurroundings({ isTTY: true })
  await runCommandLine(['serve', '--help'], { ...io, stdout: { ...io.stdout, columns: 0 } })
  const usual = createSurroundings({ isTTY: true })
  await runCommandLine(['serve', '--help'], usual.io)
  expect(printed.stdout).toBe(usual.printed.stdout)
})
