import { css } from 'lit'

/** Lists of rows, each with what leads on and what acts on it. */
export const rows = css`
  understudy-rows { display: block; position: relative; overflow: auto; overscroll-behavior: contain; flex: 1; border-top: 1px solid var(--line); }
  understudy-rows ul { position: relative; }
  understudy-rows li { position: absolute; inset-inline: 0; display: flex; align-items: center; border-bottom: 1px solid var(--line); }
  li:hover { background: var(--sunk); }
  .row {
    flex: 1;
    min-width: 0;
    height: 100%;
    display: grid;
    align-content: center;
    column-gap: 10px;
    padding: 0 6px 0 14px;
    border: 0;
    border-radius: 0;
    background: none;
    text-align: start;
  }
  .row:hover { background: none; }
  .row:focus-visible { outline-offset: -2px; }
  .act { margin-inline-end: 10px; flex: none; }
  @media (hover: hover) {
    .act { opacity: 0; }
    li:hover .act, li:focus-within .act { opacity: 1; }
  }
`
