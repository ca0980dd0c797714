import { vi } from 'vitest'
import { RecordedRun } from '../../contracts/client/recorded-run.ts'
import { profileVariable, recordVariable } from '../../contracts/client/recording.ts'
import type { Answers } from '../../contracts/client/shaping.ts'
import type { PartialProfile } from '../../handlers/choices/profile.ts'
import { createPostsMock } from '../../src/index.ts'
import { recordedIn } from '../support/recorded-lines.ts'
import { temporaryFolder } from '../support/run-folder.ts'
import type { Client } from './clients.ts'

/** Runs the tests of a client in this process, as the command does in another one. */
export async function runHere(
  client: Client,
  answers: Answers,
  ownProfile?: PartialProfile,
): Promise<RecordedRun> {
  const folder = await temporaryFolder()
  vi.stubEnv(recordVariable, folder)
  vi.stubEnv(profileVariable, Object.keys(answers).length > 0 ? JSON.stringify(answers) : '')
  const failed: string[] = []
  for (const [name, run] of Object.entries(client)) {
    const { fetch } = createPostsMock({
      posts: 12,
      onWarning() {},
      ...(ownProfile && { profile: ownProfile }),
    })
    await run(fetch).catch(() => failed.push(name))
  }
  vi.unstubAllEnvs()
  const { exchanges } = recordedIn(folder)
  const tests = failed.map((name) => ({ kind: 'test', test: name, passed: false }) as const)
  return new RecordedRun([...exchanges, ...tests], failed.length === 0, 'ended with exit code 1')
}
