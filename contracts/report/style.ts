/** Highlights a text, on a terminal with colours. */
export type Style = (kind: 'good' | 'bad' | 'warn' | 'faint' | 'strong', text: string) => string

/** Highlights nothing. */
export const unstyled: Style = (_kind, text) => text
