import type { LaunchOptions } from '@playwright/test'
import type { Chromium } from './ensure/candidate.ts'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What Playwright's `chromium.launch` needs to start this Chromium, here or in the configuration of a project. */
export function launchOptions({ executablePath, env }: Chromium) {
  // Chromium refuses to run as root inside its sandbox.
  const isRoot = process.getuid?.() === 0
  const args = isRoot ? [...quiet, '--no-sandbox'] : quiet
  return { executablePath, args, env: { ...process.env, ...env } } satisfies LaunchOptions
}
