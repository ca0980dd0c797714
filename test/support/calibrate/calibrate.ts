import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CalibrateOptions, type Calibration, calibrateProfile } from '../../../contracts/calibrate.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { takesOrdinaryPosts } from '../arbitrary-profile.ts'
import { runFolderVariable } from '../run-folder.ts'
import { isRead } from './is-read.ts'

/** Where the ledgers of a test run lie. */
export const ledgerFolder = join(process.env[runFolderVariable] ?? tmpdir(), 'calibrate-ledgers')

/** How a provider in this process is asked: it is never late, and answers at once. */
export const atHome = { ledgerFolder, settle: 300, timeout: 5000 }

/** Calibrates a server that answers as a profile says, and holds no posts. */
export async function calibrateServer(
  profile: Profile,
  options: Partial<CalibrateOptions> = {},
): Promise<Calibration> {
  await using server = await createPostsServer({ profile, posts: 0 })
  return await calibrateProfile({ url: server.url, ...atHome, ...options })
}

/** What a calibration got wrong of a server, in lines. */
export function mistakes(
  { choices, broken, leftovers, failureReason }: Calibration,
  profile: Profile,
): string[] {
  const wrong = choices.filter((result) => !isRead(result, profile))
  return [
    ...(failureReason === undefined ? [] : [failureReason]),
    ...wrong.map(({ choice, verdict, answer, reason }) =>
      [choice, 'is', JSON.stringify(profile[choice]), verdict, JSON.stringify(answer), reason].join(' '),
    ),
    ...broken.map(({ clause, about }) => `${clause}: ${about}`),
    ...leftovers.map(({ title }) => `left: ${title}`),
  ]
}

/** A service that takes no post of ordinary size cannot be set up; one that answers 429 asks to be left alone. */
export function isWorkable(profile: Profile): boolean {
  const text = JSON.stringify(profile, (_key, value) => (typeof value === 'bigint' ? '' : value))
  return takesOrdinaryPosts(profile) && !text.includes('429')
}
