import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

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
export const noFrame = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** A reply with a built file; undefined where it does not exist. @param change what to change in its text. */
export async function builtFile(
  file: URL,
  change = (text: string) => text,
  policy: string = noFrame['content-security-policy'],
): Promise<Response | undefined> {
  const body = await readFile(file, 'utf8').catch(() => undefined)
  if (body === undefined) return undefined
  // A new build has the same file names.
  const headers = {
    ...noFrame,
    'content-security-policy': policy,
    'content-type': mediaTypes[extname(file.pathname)] ?? 'text/plain',
    'cache-control': 'no-cache',
  }
  return new Response(change(body), { headers })
}

/** Whether a method can get a file. */
export function isForFile({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}
