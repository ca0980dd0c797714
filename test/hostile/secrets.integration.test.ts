import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { visible } from '../../handlers/model/visible.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { Change } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'
import { createSurroundings } from '../support/cli.ts'
import { type Encoding, encodeWith, encodings, secrets } from '../support/encodings.ts'
import { isFull } from '../support/full.ts'
import { temporaryFolder } from '../support/run-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

const file = (name: string) => join(folder, name)
const contents = async (name: string) => await readFile(file(name), 'utf8').catch(() => '')

/** Headers that a user may give, each with the secrets in it. */
const given = fc.record({
  token: secrets,
  cookie: secrets.map((text) => text.replace(/[;,\s"=]/g, 'x')),
  password: secrets,
})

const esc = '\u001b'
const ours = new RegExp(`${esc}\\[\\d+m|\r${esc}\\[2K`, 'g')

/** Runs a command in a CI job whose output is coloured, as many are. */
async function runInJob(...args: string[]) {
  const { io, printed } = createSurroundings({ GITHUB_STEP_SUMMARY: file('summary.md') })
  const { stdout, stderr } = io
  const coloured = { stdout: { ...stdout, isTTY: true }, stderr: { ...stderr, isTTY: true } }
  await runCommandLine(args, { ...io, ...coloured })
  const uncoloured = (text: string) => text.replaceAll(ours, '')
  return { stdout: uncoloured(printed.stdout), stderr: uncoloured(printed.stderr) }
}

async function everyOutput(url: string, flags: readonly string[]): Promise<Record<string, string>> {
  const quickly = [url, ...flags, '--settle', '0']
  const verifyReports = ['--json', file('v.json'), '--junit', file('v.xml')]
  const verified = await runInJob('verify', ...quickly, '--budget', '0', ...verifyReports)
  const calibrateReports = ['--json', file('c.json'), '--out', file('posts.profile.json')]
  const calibrated = await runInJob('calibrate', ...quickly, ...calibrateReports)
  const outputs: Record<string, string> = {
    'verify stdout': verified.stdout,
    'verify stderr': verified.stderr,
    'calibrate stdout': calibrated.stdout,
    'calibrate stderr': calibrated.stderr,
  }
  for (const name of ['v.json', 'v.xml', 'summary.md', 'c.json', 'posts.profile.json'])
    outputs[name] = await contents(name)
  return outputs
}

/** Characters that act on a terminal or turn a text round, and text that a CI service or Markdown would act on. */
const acting =
  '\u009b31m\u009d0;x\u0007\u001b[2J\u202e\u2066\u200f\ufeff\u2028\ud83d <img src=x> ![x](http://e.example/x) | `\n::error::planted\n##[error]planted'

/**
 * A provider that repeats secrets, with characters that act on their reader: in bodies, in names and values of headers,
 * in Location and in errors. A report has a fault to show: no post is ever replaced.
 */
function echoing(secrets: readonly string[], names: readonly Encoding[], draw: () => number): Change {
  const told = () => secrets.map((secret) => encodeWith(names, secret, draw))
  return (provider, correct) => ({
    show: (post) => ({ ...post, seen: `${acting} ${told().join(' ')}` }),
    problem: (status) => {
      const echo = told().join(' ')
      return { status, body: { message: `${acting} ${echo}`, [echo]: echo } }
    },
    replace: (id) => (correct.find(id) ? provider.problem(409, '') : provider.missing(id)),
    remove: (id) => {
      const { status, ...reply } = correct.remove(id)
      return status === 204 ? { status: 200, body: { deleted: told().join(' '), id } } : { status, ...reply }
    },
    answer: async (call) => {
      const reply = await correct.answer(call)
      const [first = ''] = told()
      const echo = encodeURIComponent(told().join(' '))
      return {
        ...reply,
        headers: {
          ...(/^[\w-]{4,60}$/.test(first) ? { [first]: 'yes' } : {}),
          'x-echo': echo,
          location: `/v1/elsewhere/${echo}`,
          allow: `GET, ${echo}`,
        },
      }
    },
  })
}

test('no output has a secret that a provider repeats in any encoding, or a character that acts on its reader', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      given,
      fc.array(fc.constantFrom(...encodings), { minLength: 1, maxLength: 2 }),
      fc.infiniteStream(fc.nat()),
      async ({ token, cookie, password }, names, draws) => {
        const draw = () => draws.next().value
        const all = [token, cookie, password]
        const server = await startProvider(echoing(all, names, draw))
        const given = [`X-Api-Token: ${token}`, `Cookie: theme=dark-ish; sid=${cookie}`]
        const flags = given.flatMap((header) => ['--header', header])
        const url = server.url.replace('//', `//ann:${encodeURIComponent(password)}@`)
        const outputs = await everyOutput(url, flags)
        await server.close()
        for (const [name, text] of Object.entries(outputs)) {
          expect({ name, isEmpty: text === '' }).toEqual({ name, isEmpty: false })
          expect({ name, text }).toEqual({ name, text: visible(text) })
          if (name.includes(' std')) expect(text).not.toMatch(/^\s*::error|##\[error/m)
          for (const secret of all)
            for (const encoded of [
              secret,
              encodeWith(names, secret, () => 1),
              ...encodings.map((way) => encodeWith([way], secret, () => 1)),
            ])
              expect({ name, leak: text.includes(encoded) && encoded }).toEqual({ name, leak: false })
        }
        expect(outputs['v.json']).toContain('[secret]')
      },
    ),
    { numRuns: isFull ? 12 : 1, endOnFailure: true },
  )
})
