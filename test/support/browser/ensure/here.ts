import { join } from 'node:path'
import { apt } from './apt.ts'
import type { Chromium } from './candidate.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { environmentVariable } from './environment-variable.ts'
import { npmChromium } from './npm-chromium.ts'
import { playwrightInstall } from './playwright-install.ts'
import { playwrightOwn } from './playwright-own.ts'
import { prove } from './prove.ts'
import { remember, remembered } from './remembered.ts'
import { systemPlaces } from './system-places.ts'

const memory = join(import.meta.dirname, '../../../../node_modules/.cache/posts-understudy/chromium.json')

/** Finds or gets a Chromium on this machine: what is asked for, what is there, what can be fetched, what changes the system. */
export function ensureChromiumHere(): Promise<Chromium> {
  return ensureChromium({
    candidates: [
      environmentVariable,
      playwrightOwn,
      remembered(memory),
      systemPlaces,
      playwrightInstall,
      npmChromium,
      apt,
    ],
    prove,
    remember: (chromium) => remember(memory, chromium),
    say: (line) => process.stderr.write(`${line}\n`),
  })
}
