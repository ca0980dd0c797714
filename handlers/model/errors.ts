export type UnderstudyErrorCode =
  | 'RUNTIME_UNSUPPORTED'
  | 'OPTION_INVALID'
  | 'PROFILE_INVALID'
  | 'POSTS_INVALID'
  | 'POST_MISSING'
  | 'ID_NOT_A_NUMBER'
  | 'BASE_URL_INVALID'
  | 'OUTSIDE_BASE_URL'
  | 'OUTSIDE_INTERFACE'
  | 'TEST_UNKNOWN'
  | 'WAIT_TIMED_OUT'
  | 'DATA_FILE_INVALID'
  | 'DATA_FILE_UNWRITABLE'
  | 'DATA_FILE_IN_USE'
  | 'PORT_IN_USE'
  | 'PORT_REFUSED'
  | 'PROVIDER_UNREACHABLE'
  | 'LEDGER_UNUSABLE'
  | 'CLIENT_INVALID'
  | 'PACT_INVALID'
  | 'WORKER_MISSING'
  | 'WORKER_UNAVAILABLE'

/**
 * An error with a code; its message has the form "Failed to <verb> <thing>: <fact>. <next step>".
 *
 * @example
 * try { createPostsMock({ profile: { 'create.status': 999 } }) }
 * catch (error) { if (isUnderstudyError(error)) console.error(error.code, error.message) }
 */
export class UnderstudyError extends Error {
  override readonly name = 'UnderstudyError'
  readonly code: UnderstudyErrorCode

  constructor(code: UnderstudyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Whether a caught value is an {@link UnderstudyError}, also one of another copy of this package.
 *
 * @example
 * if (isUnderstudyError(error) && error.code === 'PORT_IN_USE') retryElsewhere()
 */
export function isUnderstudyError(value: unknown): value is UnderstudyError {
  return value instanceof Error && value.name === 'UnderstudyError' && 'code' in value
}
