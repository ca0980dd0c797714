import { htmlEscape } from 'escape-goat'
import type { OperationProfile } from '../choices/profile.ts'

type TextKept = OperationProfile['text.kept']

const conversions: Readonly<Record<TextKept, (text: string) => string>> = {
  verbatim: (text) => text,
  trimmed: (text) => text.trim(),
  nfc: (text) => text.normalize('NFC'),
  lf: (text) => text.replaceAll('\r\n', '\n'),
  'universal-newlines': (text) => text.replaceAll(/\r\n?/g, '\n'),
  crlf: (text) => text.replaceAll(/\r\n?|\n/g, '\r\n'),
  'without-nul': (text) => text.replaceAll('\0', ''),
  'html-escaped': (text) => htmlEscape(text),
}

/** Converts a text for storage (choice `text.kept`); `verbatim` keeps all UTF-16 units, also lone surrogates. */
export function keepText(kept: TextKept, text: string): string {
  return conversions[kept](text)
}
