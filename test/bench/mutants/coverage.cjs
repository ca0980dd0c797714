// Loaded before a mutated server: what runs from the first request on is told apart from what ran before, and is written to a
// file when the server is asked to end. Stryker's code counts under `currentTestId` once there is one.
const { subscribe } = require('node:diagnostics_channel')
const { writeFileSync } = require('node:fs')

globalThis.__stryker__ ??= {}
subscribe('http.server.request.start', () => {
  globalThis.__stryker__.currentTestId = 'requests'
})
process.on('SIGTERM', () => {
  const touched = globalThis.__stryker__.mutantCoverage?.perTest.requests ?? {}
  if (process.env.MUTANTS_TOUCHED)
    writeFileSync(process.env.MUTANTS_TOUCHED, JSON.stringify(Object.keys(touched)))
  process.exit()
})
