import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { linesOf, RecordedRun } from '../../contracts/client/recorded-run.ts'
import { profileVariable, recordVariable } from '../../contracts/client/recording.ts'
import type { Answers } from '../../contracts/client/shaping.ts'
import type { PartialProfile } from '../../handlers/choices/profile.ts'
import { createPostsMock } from '../../src/index.ts'
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
  const lines = readdirSync(folder).flatMap((file) => linesOf(readFileSync(join(folder, file), 'utf8')))
  const tests = failed.map((name) => ({ kind: 'test', test: name, passed: false }) as const)
  const passed = failed.length === 0
  return new RecordedRun([...lines, ...tests], passed, 'ended with exit code 1')
}
