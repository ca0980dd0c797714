/**
 * `node:http` without the module loader: an `import` would load undici for its WebSocket export, which takes 30 ms, a
 * quarter of the start time.
 */
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http')
