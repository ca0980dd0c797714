import { html } from 'lit'

const icon = (path: string) => html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg>`

export const closeIcon = icon('M4 4l8 8M12 4l-8 8')
export const backIcon = icon('M9.5 3.5L5 8l4.5 4.5')
export const windowIcon = icon('M9.5 2.5h4v4M13.5 2.5L8 8M6.5 3.5h-4v10h10v-4')
export const deleteIcon = icon('M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9')

export const markIcon = html`<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="6" cy="8" r="4.5" fill="currentColor" stroke="none" /><path d="M9.5 3.8a4.5 4.5 0 1 1 0 8.4" /></svg>`
