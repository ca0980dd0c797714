import type { OperationProfile } from '../choices/profile.ts'

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Converts a text for storage (choice `text.kept`); `verbatim` keeps all UTF-16 units, also lone surrogates. */
export function keepText(kept: OperationProfile['text.kept'], text: string): string {
  switch (kept) {
    case 'verbatim':
      return text
    case 'trimmed':
      return text.trim()
    case 'nfc':
      return text.normalize('NFC')
    case 'lf':
      return text.replaceAll('\r\n', '\n')
    case 'universal-newlines':
      return text.replaceAll(/\r\n?/g, '\n')
    case 'crlf':
      return text.replaceAll(/\r\n?|\n/g, '\r\n')
    case 'without-nul':
      return text.replaceAll('\0', '')
    case 'html-escaped':
      return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)
  }
}
