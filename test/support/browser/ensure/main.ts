import { ensureChromiumHere } from './here.ts'

/** `node test/support/browser/ensure/main.ts` gets the browser of the browser tests and prints where it is. */
try {
  const { executablePath } = await ensureChromiumHere()
  process.stdout.write(`${executablePath}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
