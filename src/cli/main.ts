#!/usr/bin/env node
import module from 'node:module'
import { keepHeapSmall } from './keep-heap-small.ts'
import { complainAboutNode } from './node-version.ts'

const complaint = complainAboutNode(process.versions.node)

if (complaint === undefined) {
  // What was compiled once need not be compiled at the next start: a third of the time that starting takes.
  module.enableCompileCache()
  // Loading the rest would make the heap large.
  if (/^(?:verify|calibrate|fidelity)$/.test(process.argv[2] ?? '')) keepHeapSmall()
  // Imported only now: what the rest needs would stop an old Node with a stack before it could be told why.
  const { runCommandLine } = await import('./command-line.ts')
  const { processIo } = await import('./process-io.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 2
}
