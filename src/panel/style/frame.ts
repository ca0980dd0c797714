import { css } from 'lit'

/*
 * The styles of the page must not apply here: `all: initial` resets them, and important rules of a shadow tree win over those
 * of the page. It does not reset custom properties, so all that are used are set here.
 */

/** The colours, and the position of the panel. */
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
    display: flex;
    flex-direction: column;
    position: fixed;
    z-index: 2147483000;
    inset: 0;
    background: var(--paper);
    box-shadow: 0 0 0 1px var(--line);
  }
  @media (min-width: 720px) {
    .dock { width: var(--width); }
    .right { left: auto; }
    .alone { width: auto; }
  }
  @media (max-width: 719px) {
    .dock { height: max(62dvh, min(100dvh, 360px)); }
    .bottom { top: auto; }
    .alone { height: auto; }
  }
`
