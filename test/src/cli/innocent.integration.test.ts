import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { createPostsServer } from '../../../src/server.ts'
import { runCli } from '../../support/cli.ts'
import { isFull } from '../../support/full.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const folder = await temporaryFolder()
beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', join(folder, 'state')))

const presetNames = Object.keys(presets) as PresetName[]
const counts = [0, 1, 25, 1000]

/** A preset with its name in place of PRESET, and the file of a profile that extends it in place of FILE. */
const modes: readonly (readonly [command: string, options: string, verdict: RegExp])[] = [
  ['verify', '--profile PRESET --settle 0 --budget 0', /^HELD /],
  ['verify', '--profile FILE --seed 7 --budget 1', /^HELD /],
  // Other presets than the default one differ, and that is all.
  [
    'verify',
    '--profile default --seed 11 --budget 1',
    /^(?:HELD|DIFFERS) .* conforms to the interface document/,
  ],
  ['verify', '--budget 0 --rate 1000 --timeout 60 --insecure --header Authorization:innocent', /^HELD /],
  ['verify', '--only sequence/0', /^HELD /],
  ['verify', '--only read/existing --read-only', /^HELD /],
  ['verify', '--only replace/existing --pact', /^HELD /],
  ['verify', '--read-only --profile PRESET', /^HELD /],
  ['verify', '--read-only', /^HELD /],
  ['verify', '--sweep', /^Nothing to sweep: /],
  ['calibrate', '--out FILE', /^CALIBRATED /],
]

/** Every preset and number of posts in a full run; otherwise one for each mode, so that each has its turn. */
function subjectsOf(at: number) {
  const all = presetNames.flatMap((preset) => counts.map((posts) => ({ preset, posts })))
  return all.filter((_subject, index) => isFull || index === (at * 13) % all.length)
}

describe.each(modes.map(([command, options, verdict], at) => ({ command, options, verdict, at })))(
  '$command $options accuses no mock of ours',
  ({ command, options, verdict, at }) => {
    test.each(subjectsOf(at))('with the preset $preset and $posts posts', async ({ preset, posts }) => {
      await using server = await createPostsServer({ profile: preset, posts, onWarning() {} })
      const before = await (await fetch(`${server.url}/posts`)).text()
      const file = join(folder, 'a.profile.json')
      await writeFile(file, JSON.stringify({ extends: preset }))
      const given = options.replace('PRESET', preset).replace('FILE', file).split(' ')
      const { code, stdout, stderr } = await runCli(command, server.url, '--quiet', ...given)
      expect(stdout).toMatch(verdict)
      expect(`${stdout}${stderr}`).not.toMatch(/BROKEN|broken|✗|Failed|This is a bug/)
      expect(code).toBe(stdout.startsWith('DIFFERS') ? 1 : 0)
      expect(await (await fetch(`${server.url}/posts`)).text()).toBe(before)
    })
  },
)
