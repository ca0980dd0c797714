#!/usr/bin/env node
import module from 'node:module'

const ofOldNode = await import('../supported-node.ts').then(
  () => undefined,
  ({ message }: Error) => message,
)

if (ofOldNode === undefined) {
  // Saves a third of the start time. Deno has no such function.
  module.enableCompileCache?.()
  // Imported only now, because an old Node cannot load the rest.
  const { runCommandLine } = await import('./command-line.ts')
  const { processIo } = await import('./io.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
} else {
  process.stderr.write(`${ofOldNode} For example: npx -p node@24 -p posts-understudy posts-understudy …\n`)
  process.exitCode = 2
}
