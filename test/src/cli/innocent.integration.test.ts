import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { createPostsServer } from '../../../src/server.ts'
import { runCli } from '../../support/cli-surroundings.ts'
import { isFull } from '../../support/full.ts'

const folder = await mkdtemp(join(tmpdir(), 'understudy-innocent-'))
vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
vi.stubEnv('GITHUB_STEP_SUMMARY', '')
afterAll(() => rm(folder, { recursive: true, force: true }))

const presetNames = Object.keys(presets) as PresetName[]
const counts = [0, 1, 25, 1000]

/** What a command line is about: our own mock with this preset and so many posts. */
interface Subject {
  readonly preset: PresetName
  readonly posts: number
}

/** A way to call a command at a mock, and what a mock that is right must hear. Each option is in one of them. */
interface Mode {
  readonly command: 'verify' | 'calibrate'
  readonly options: (preset: PresetName) => readonly string[]
  /** The first words of the output, and the exit code. */
  readonly says: (preset: PresetName) => readonly [verdict: RegExp, exitCode: number]
}

const held = () => [/^HELD /, 0] as const
/** Against the default profile other presets differ, and that is all. */
const heldOrDiffers = (preset: PresetName) =>
  preset === 'default' ? held() : ([/^DIFFERS .* conforms to the interface document/, 1] as const)
const profileFile = (preset: PresetName) => join(folder, `${preset}.json`)
for (const preset of presetNames) await writeFile(profileFile(preset), JSON.stringify({ extends: preset }))

const modes: Readonly<Record<string, Mode>> = {
  'verify --profile NAME --settle 0 --budget 0': {
    command: 'verify',
    options: (preset) => ['--profile', preset, '--settle', '0', '--budget', '0'],
    says: held,
  },
  'verify --profile FILE, sequences too': {
    command: 'verify',
    options: (preset) => ['--profile', profileFile(preset), '--seed', '7', '--budget', '1'],
    says: held,
  },
  'verify --seed': {
    command: 'verify',
    options: () => ['--profile', 'default', '--seed', '11', '--budget', '1'],
    says: heldOrDiffers,
  },
  'verify --budget 0 --rate --timeout --header --insecure': {
    command: 'verify',
    options: () => [
      ...['--budget', '0', '--rate', '1000', '--timeout', '60', '--insecure'],
      ...['--header', 'Authorization: Bearer innocent'],
    ],
    says: held,
  },
  'verify --only sequence': {
    command: 'verify',
    options: () => ['--only', 'sequence/0'],
    says: held,
  },
  'verify --read-only --profile': {
    command: 'verify',
    options: (preset) => ['--read-only', '--profile', preset],
    says: held,
  },
  'verify --read-only': {
    command: 'verify',
    options: () => ['--read-only'],
    says: held,
  },
  'verify --sweep': {
    command: 'verify',
    options: () => ['--sweep'],
    says: () => [/^Nothing to sweep: .+ has no notes of a killed run at http:/, 0],
  },
  calibrate: {
    command: 'calibrate',
    options: (preset) => ['--out', join(folder, `${preset}.out.json`)],
    says: () => [/^CALIBRATED /, 0],
  },
}

/** Every subject in a full run; otherwise one for each mode, so that every preset and number of posts has its turn. */
function subjectsOf(at: number): readonly Subject[] {
  const all = presetNames.flatMap((preset) => counts.map((posts) => ({ preset, posts })))
  return all.filter((_subject, index) => isFull || index === (at * 13) % all.length)
}

describe.each(Object.entries(modes).map(([name, mode], at) => ({ name, mode, at })))(
  '$name accuses no mock of ours',
  ({ mode, at }) => {
    test.each(subjectsOf(at))('with the preset $preset and $posts posts', async ({ preset, posts }) => {
      await using server = await createPostsServer({ profile: preset, posts, onWarning() {} })
      const before = await (await fetch(`${server.url}/posts`)).text()
      const given = [mode.command, server.url, '--quiet', ...mode.options(preset)]
      const { code, stdout, stderr } = await runCli(...given)
      const [verdict, exitCode] = mode.says(preset)
      expect(stdout).toMatch(verdict)
      expect(`${stdout}${stderr}`).not.toMatch(/BROKEN|broken|✗|Failed|This is a bug/)
      // Read-only beside another preset may differ, or not.
      expect(code).toBe(stdout.startsWith('DIFFERS') ? 1 : exitCode)
      expect(await (await fetch(`${server.url}/posts`)).text()).toBe(before)
    })
  },
)
