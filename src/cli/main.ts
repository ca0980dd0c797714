#!/usr/bin/env node
import { complainAboutNode } from './node-version.ts'

const complaint = complainAboutNode(process.versions.node)

if (complaint === undefined) {
  // Imported only now: what the rest needs would stop an old Node with a stack before it could be told why.
  const { runCommandLine } = await import('./command-line.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2))
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 2
}
