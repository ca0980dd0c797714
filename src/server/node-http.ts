/**
 * `node:http`, taken past the module loader. An `import` reads every name that it exports, also the WebSocket which it
 * borrows from undici, and loading undici takes 30 ms: a quarter of the time in which the server starts.
 */
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http')
