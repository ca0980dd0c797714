import { css } from 'lit'
import { basics } from './basics.ts'

/** What every part of the open panel is made of: type, kinds of buttons, bars. */
export const controls = [
  basics,
  css`
    :host, .col { display: flex; flex-direction: column; flex: 1; min-height: 0; }
    h2, h3, p, ul, dl, dd, pre, blockquote { margin: 0; padding: 0; list-style: none; }
    h2, h3 { font-size: inherit; font-weight: 600; }
    button:hover, li:hover { background: var(--sunk); }
    button.first { background: var(--ink); border-color: var(--ink); color: var(--paper); font-weight: 600; }
    button.quiet { border-color: transparent; background: none; padding: 3px 6px; }
    button.quiet:hover { background: var(--sunk); }
    button.icon { padding: 0; width: 28px; display: grid; place-items: center; flex: none; }
    [aria-disabled='true'] { color: var(--edge); }
    ::placeholder { color: var(--soft); opacity: 1; }
    .bar { display: flex; align-items: center; gap: 6px; padding: 8px 14px; flex: none; }
    .wide { flex: 1; }
    .scroll { overflow: auto; flex: 1; }
    .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .data { font-family: var(--mono); font-size: 12px; }
    .soft { color: var(--soft); }
    .small { font-size: 12px; color: var(--soft); }
    .empty { padding: 48px 32px; text-align: center; color: var(--soft); }
    mark { padding: 0 3px; border-radius: 2px 5px 3px 4px; background: var(--mark); color: #191917; }
    blockquote { margin-top: 4px; padding: 1px 0 1px 10px; border-left: 4px solid var(--mark); }
    .good { color: var(--good); }
    .warn { color: var(--warn); }
    .bad { color: var(--bad); }
  `,
]
