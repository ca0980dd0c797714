// Loaded before a server: at SIGUSR2 it collects the garbage, and says what is left.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.stderr.write(`${JSON.stringify({ heapUsed, rss })}\n`)
})
