import { css } from 'lit'

/** The colours of how a request ended. */
export const request = css`
  .good { color: var(--good); }
  .warn { color: var(--warn); }
  .bad { color: var(--bad); }
`
