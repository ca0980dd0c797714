/** The error of a connection that the other side resets: HTTP clients in Node decide by its code whether they retry. */
export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104, syscall: 'read' })
}

/** The error of `fetch` for a body that ends too early. */
export function bodyBrokenOff(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('terminated', { cause })
}
