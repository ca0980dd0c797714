import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calibration, calibrateProfile } from '../../../contracts/calibrate.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { runFolderVariable } from '../run-folder.ts'

/** Where the ledgers of a test run lie. */
export const ledgerFolder = join(process.env[runFolderVariable] ?? tmpdir(), 'calibrate-ledgers')

/** How a provider in this process is asked: it is never late, and answers at once. */
export const atHome = { ledgerFolder, settle: 300, timeout: 10_000 }

/** Calibrates a server that answers as a profile says, and holds no posts. */
export async function calibrateServer(profile: Profile): Promise<Calibration> {
  await using server = await createPostsServer({ profile, posts: 0 })
  return await calibrateProfile({ url: server.url, ...atHome })
}
