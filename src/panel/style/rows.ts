import { css } from 'lit'

/** Lists of rows, each with what leads on and what acts on it; what is open lies over the list. */
export const rows = css`
  :host { position: relative; }
  .col + * { position: absolute; inset: 0; background: var(--paper); }
  .low { margin-top: -6px; padding-inline: 8px; }
  understudy-rows { position: relative; overflow: auto; overscroll-behavior: contain; flex: 1; border-top: 1px solid var(--line); }
  li { position: absolute; inset-inline: 0; display: flex; align-items: center; border-bottom: 1px solid var(--line); }
  .row {
    flex: 1;
    height: 100%;
    display: grid;
    align-content: center;
    column-gap: 10px;
    padding: 0 8px 0 14px;
    border: 0;
    background: none;
    text-align: start;
  }
  .unseen { position: absolute; clip-path: inset(50%); }
  .row:hover { background: none; }
  .row:focus-visible { outline-offset: -2px; }
  .icon { margin-inline-end: 10px; }
  @media (hover: hover) {
    .icon { opacity: 0; }
    li:hover .icon, li:focus-within .icon { opacity: 1; }
  }
`
