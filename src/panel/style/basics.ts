import { css } from 'lit'

/** Styles of all parts: buttons, focus, icons, lamps. The colours are inherited from the frame. */
export const basics = css`
  *, ::before, ::after { box-sizing: border-box; }
  button, input, select, textarea {
    min-height: 28px;
    min-width: 0;
    margin: 0;
    padding: 3px 9px;
    border: 1px solid var(--edge);
    border-radius: 5px;
    background: var(--paper);
    color: inherit;
    font: inherit;
  }
  [type='checkbox'], [type='radio'] { min-height: 0; vertical-align: -2px; }
  button, select { cursor: pointer; white-space: nowrap; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  svg { width: 16px; height: 16px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .lamp { width: 9px; height: 9px; border-radius: 50%; background: var(--edge); flex: none; }
  .green { background: #2fbf71; }
  .amber { background: #f5a623; border-radius: 2px; transform: rotate(45deg); }
  .red { background: #f0525f; border-radius: 0; }
  /* Shapes or words repeat the meaning of the colours, but some of them are invisible without a colour. */
  @media (forced-colors: active) { .lamp, mark, .lost, [aria-selected='true'] { forced-color-adjust: none; } }
`
