import { css } from 'lit'

/*
 * The page's own rules for its elements must not reach us: `all: initial` takes them back, and important rules of a shadow
 * tree win over those of the page. Custom properties it does not reach, so all that are used are set here.
 */

/** The frame: colours, the dock, the header, the tabs and the note at the foot. */
export const frame = css`
  :host { all: initial !important; direction: ltr !important; }
  .frame {
    color-scheme: light dark;
    --paper: light-dark(#fff, #191917);
    --sunk: light-dark(#f3f3f0, #252522);
    --ink: light-dark(#191917, #f2f1ea);
    --soft: light-dark(#5f5f58, #a9a89c);
    --line: light-dark(#e3e3dd, #34342f);
    --edge: light-dark(#8d8d85, #75746b);
    --mark: #ffe24a;
    --good: light-dark(#0b7443, #62d69e);
    --warn: light-dark(#8a5200, #f3b950);
    --bad: light-dark(#bb1e2c, #ff8d88);
    --focus: light-dark(#1b5fd1, #7fb2ff);
    --mono: ui-monospace, Menlo, Consolas, monospace;
    color: var(--ink);
    font: 13px/1.45 system-ui, sans-serif;
  }
  .dock {
    position: fixed;
    z-index: 2147483000;
    inset: 0;
    background: var(--paper);
    border: 0 solid var(--line);
  }
  @media (min-width: 720px) {
    .dock { width: 420px; }
    .right { left: auto; border-left-width: 1px; }
    .left { border-right-width: 1px; }
  }
  @media (max-width: 719px) {
    .dock { height: 62dvh; }
    .bottom { top: auto; border-top-width: 1px; }
    .top { border-bottom-width: 1px; }
  }
  @media (max-width: 399px) { .place { visibility: hidden; } }
  .bar h2 { font-size: 14px; }
  .head { padding: 12px 10px 4px 14px; gap: 9px; }
  .tabs { gap: 2px; padding: 0 8px; border-bottom: 1px solid var(--line); overflow-x: auto; }
  .tabs button { position: relative; isolation: isolate; border: 0; background: none; padding: 8px; color: var(--soft); }
  .tabs [aria-selected='true'] { color: #191917; font-weight: 600; }
  [aria-selected='true']::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 5px 2px;
    background: var(--mark);
    border-radius: 3px 9px 5px 8px;
    transform: skewX(-5deg);
  }
  [role='tab'] .data { font-weight: 400; }
  .note { border-top: 1px solid var(--line); align-items: start; }
  .note p { padding-block: 4px; overflow-wrap: anywhere; }
  .silent, .wide:empty { padding: 0; flex: none; }
  .error { background: var(--bad); color: var(--paper); }
  .error button { background: none; }
  .lost:not(:empty) { padding: 8px 14px; background: var(--mark); color: #191917; overflow-wrap: anywhere; }
`
