import type { Candidate } from './candidate.ts'

/** The Chromium that somebody has named. */
export const environmentVariable: Candidate = {
  name: 'UNDERSTUDY_CHROMIUM',
  async find() {
    const executablePath = process.env.UNDERSTUDY_CHROMIUM
    if (!executablePath) throw new Error('it is not set')
    return [{ executablePath, env: {} }]
  },
}
