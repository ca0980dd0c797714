import { css } from 'lit'

/** The head, the tabs and the note at the foot of the open panel. */
export const dock = css`
  @media (max-width: 399px) { .place { visibility: hidden; } }
  .edge { position: absolute; inset-block: 0; width: 7px; cursor: ew-resize; touch-action: none; }
  .edge[class$='right'] { left: 0; }
  .edge[class$='left'] { right: 0; }
  .edge:hover { background: var(--focus); }
  .edge:focus-visible { outline-offset: -2px; }
  @media (max-width: 719px) { .edge { display: none; } }
  .bar h2 { font-size: 14px; }
  .head { padding: 12px 10px 4px 14px; gap: 9px; }
  .tabs { gap: 2px; padding: 0 8px; border-bottom: 1px solid var(--line); overflow-x: auto; }
  .tabs button { position: relative; isolation: isolate; border: 0; background: none; padding: 8px; color: var(--soft); text-transform: capitalize; }
  .tabs button:focus-visible { outline-offset: -2px; }
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
