import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PlainHeaders, PlainReply } from '../../handlers/http/plain.ts'

/** The folder of the built panel and page. */
export const builtFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/' : '../../',
  import.meta.url,
)

/** The next step in a checkout without a build. */
export const buildStep = 'Run `npm run build:page` in the repository, then reload.'

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Security headers: other pages cannot embed these replies, and get no referrer. */
export const noFrame: PlainHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** A reply with a built file; undefined where it does not exist. */
export async function builtFile(file: URL): Promise<PlainReply | undefined> {
  const body = await readFile(file, 'utf8').catch(() => undefined)
  if (body === undefined) return undefined
  // A new build has the same file names.
  const headers = {
    ...noFrame,
    'content-type': mediaTypes[extname(file.pathname)] ?? 'text/plain',
    'cache-control': 'no-cache',
  }
  return { status: 200, headers, body }
}

/** Whether a method can get a file. */
export function isForFile({ method }: { readonly method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD'
}
