import { css } from 'lit'

/** What every part of the panel is made of: type, buttons, fields. The colours are set by the frame, and inherited. */
export const controls = css`
  *, ::before, ::after { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; min-height: 0; }
  h2, h3, p, ul, ol, dl, dd, pre, blockquote { margin: 0; padding: 0; list-style: none; }
  h2, h3 { font-size: inherit; font-weight: 600; }
  button, input, select, textarea { font: inherit; color: inherit; margin: 0; }
  button, select { cursor: pointer; }
  button {
    min-height: 28px;
    padding: 3px 10px;
    border: 1px solid var(--edge);
    border-radius: 5px;
    background: var(--paper);
    white-space: nowrap;
  }
  button:hover { background: var(--sunk); }
  button.first { background: var(--ink); border-color: var(--ink); color: var(--paper); font-weight: 600; }
  button.first:hover { opacity: 0.85; }
  button.quiet { border-color: transparent; background: none; padding-inline: 6px; }
  button.quiet:hover { background: var(--sunk); }
  button.danger { color: var(--bad); }
  button.icon { padding: 0; width: 28px; display: inline-grid; place-items: center; }
  button:disabled { color: var(--faint); border-color: var(--line); background: none; cursor: default; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  input, select, textarea {
    min-height: 28px;
    min-width: 0;
    padding: 3px 8px;
    border: 1px solid var(--edge);
    border-radius: 5px;
    background: var(--paper);
  }
  ::placeholder { color: var(--soft); opacity: 1; }
  svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .data { font: 12px/1.5 var(--mono); font-variant-numeric: tabular-nums; }
  .soft { color: var(--soft); }
  .bar { display: flex; align-items: center; gap: 6px; padding: 8px 14px; flex: none; }
  .bar > .wide { flex: 1; }
  .scroll { overflow: auto; flex: 1; overscroll-behavior: contain; }
  .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .empty { padding: 48px 32px; text-align: center; color: var(--soft); text-wrap: balance; }
  mark { background: var(--mark); color: var(--on-mark); border-radius: 2px 5px 3px 4px; padding: 0 3px; }
`
