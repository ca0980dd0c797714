import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PlainHeaders, PlainReply } from '../../handlers/http/plain.ts'

/** Where the build puts the panel and the page: beside the built server, which is in `dist/` while the sources run. */
export const builtFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/' : '../../',
  import.meta.url,
)

/** What to do where they are missing; only in a checkout can that be. */
export const buildStep = 'Run `npm run build:page` in the repository, and load this again.'

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Keeps pages of others from showing what is ours, and from learning where it was opened from. */
export const noFrame: PlainHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Makes a reply of a built file, each of which is text; undefined where there is none. */
export async function builtFile(file: URL): Promise<PlainReply | undefined> {
  const body = await readFile(file, 'utf8').catch(() => undefined)
  if (body === undefined) return undefined
  // A new build has new contents under the old names.
  const headers = {
    ...noFrame,
    'content-type': mediaTypes[extname(file.pathname)] ?? 'text/plain',
    'cache-control': 'no-cache',
  }
  return { status: 200, headers, body }
}

/** Asks whether a request wants to have a file: nothing else can be done with one. */
export function isForFile({ method }: { readonly method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD'
}
