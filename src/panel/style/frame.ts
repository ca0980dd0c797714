import { css } from 'lit'

/** The frame: colours, the pill, the dock, the header and the tabs. */
export const frame = css`
  /* The page's own rules for its elements must not reach us, and those of a shadow tree that are important win. */
  :host { all: initial !important; direction: ltr !important; }
  .frame {
    color-scheme: light dark;
    --paper: light-dark(#fff, #191917);
    --sunk: light-dark(#f3f3f0, #242421);
    --ink: light-dark(#191917, #f2f1ea);
    --soft: light-dark(#5f5f58, #a9a89c);
    --faint: light-dark(#9a9a92, #6d6c64);
    --line: light-dark(#e3e3dd, #34342f);
    --edge: light-dark(#8d8d85, #75746b);
    --mark: #ffe24a;
    --on-mark: #191917;
    --good: light-dark(#0b7443, #62d69e);
    --warn: light-dark(#8a5200, #f3b950);
    --bad: light-dark(#bb1e2c, #ff8d88);
    --focus: light-dark(#1b5fd1, #7fb2ff);
    --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    position: fixed;
    z-index: 2147483000;
    display: flex;
    flex-direction: column;
    color: var(--ink);
    background: var(--paper);
    font: 13px/1.45 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
    letter-spacing: normal;
    text-align: start;
  }
  .pill {
    flex-direction: row;
    align-items: center;
    gap: 8px;
    min-height: 34px;
    padding: 0 13px 0 10px;
    border: 1px solid var(--ink);
    border-radius: 17px;
    background: var(--ink);
    color: var(--paper);
    font-weight: 600;
    touch-action: none;
    box-shadow: 0 1px 2px #0003, 0 4px 14px #0003;
  }
  .pill:hover { background: var(--ink); opacity: 1; }
  .lamp { width: 9px; height: 9px; border-radius: 50%; background: var(--faint); flex: none; }
  .green { background: #2fbf71; }
  .amber { background: #f5a623; }
  .red { background: #f0525f; }
  .bottom { bottom: 14px; }
  .top { top: 14px; }
  .left { left: 14px; }
  .right { right: 14px; }
  .dock { inset-block: 0; width: min(420px, 100vw); }
  .dock.right { right: 0; border-left: 1px solid var(--line); }
  .dock.left { left: 0; border-right: 1px solid var(--line); }
  @media (max-width: 719px) {
    .dock { width: auto; inset-inline: 0 !important; height: 62dvh; border: 0 solid var(--line) !important; }
    .dock.bottom { top: auto; bottom: 0; border-top-width: 1px !important; }
    .dock.top { top: 0; bottom: auto; border-bottom-width: 1px !important; }
  }
  header { display: flex; align-items: center; gap: 9px; padding: 12px 10px 6px 14px; flex: none; }
  header h2 { font-size: 14px; letter-spacing: -0.01em; }
  .where { flex: 1; min-width: 0; display: flex; align-items: baseline; gap: 8px; }
  .status { display: inline-flex; align-items: center; gap: 6px; color: var(--soft); white-space: nowrap; }
  [role='tablist'] { display: flex; gap: 2px; padding: 0 8px; border-bottom: 1px solid var(--line); flex: none; overflow-x: auto; }
  [role='tab'] { position: relative; isolation: isolate; border: 0; background: none; padding: 8px; color: var(--soft); border-radius: 5px; }
  [role='tab']:hover { background: none; color: var(--ink); }
  [role='tab'][aria-selected='true'] { color: var(--on-mark); font-weight: 600; }
  [role='tab'][aria-selected='true']::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 5px 2px;
    background: var(--mark);
    border-radius: 3px 9px 5px 8px;
    transform: skewX(-5deg);
  }
  .count { font-weight: 400; font-variant-numeric: tabular-nums; margin-inline-start: 4px; }
  [role='tabpanel'] { flex: 1; min-height: 0; display: flex; flex-direction: column; }
  [role='tabpanel'] > * { flex: 1; }
  .note { display: flex; gap: 8px; align-items: start; padding: 8px 8px 8px 14px; flex: none; border-top: 1px solid var(--line); }
  .note p { flex: 1; padding-block: 4px; overflow-wrap: anywhere; }
  .note.error { background: var(--bad); color: var(--paper); }
  .lost { padding: 8px 14px; background: var(--mark); color: var(--on-mark); flex: none; overflow-wrap: anywhere; }
  [hidden] { display: none !important; }
`
