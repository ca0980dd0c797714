import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Candidate } from './candidate.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const elsewhere: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** Browsers that are installed in the system: on the path first, then where installers put them. */
export const systemPlaces: Candidate = {
  name: 'the system',
  async find() {
    const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
    const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
    const places = [...onPath, ...(elsewhere[process.platform] ?? [])].filter(isExecutable)
    if (places.length === 0)
      throw new Error(`there is no ${names.join(', ')} on the path or where installers put it`)
    return places.map((executablePath) => ({ executablePath, env: {} }))
  },
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
