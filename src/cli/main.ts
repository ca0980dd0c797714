#!/usr/bin/env node
import module from 'node:module'
import { complainAboutNode } from '../../handlers/model/node-version.ts'

const complaint = complainAboutNode(process.versions.node)

if (complaint === undefined) {
  // Saves a third of the start time.
  module.enableCompileCache()
  // Imported only now, because an old Node cannot load the rest.
  const { runCommandLine } = await import('./command-line.ts')
  const { processIo } = await import('./io.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
} else {
  process.stderr.write(`${complaint} For example: npx -p node@24 -p posts-understudy posts-understudy …\n`)
  process.exitCode = 2
}
