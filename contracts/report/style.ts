/** How words are set off: with colours on a terminal, not at all elsewhere. */
export type Style = (kind: 'good' | 'bad' | 'warn' | 'faint' | 'strong', text: string) => string

/** Sets nothing off. */
export const unstyled: Style = (_kind, text) => text
