import { styleText } from 'node:util'
import type { Logger, ViteDevServer } from 'vite'

type Printing = Pick<ViteDevServer, 'printUrls' | 'resolvedUrls'> & {
  readonly config: { readonly logger: Logger }
}

/**
 * Adds a line to the addresses that Vite prints.
 *
 * @param path where the posts are, such as `/v1/posts`. @param how who answers there.
 */
export function announce(server: Printing, path: string, how: string): void {
  const print = server.printUrls
  server.printUrls = () => {
    print()
    const origin = new URL(
      server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0] ?? 'http://localhost',
    ).origin
    const address = path[0] === '/' ? origin + path : path
    const label = `${styleText('green', '➜')}  ${styleText('bold', 'Posts')}:   `
    server.config.logger.info(
      `  ${label}${styleText('cyan', address)} ${styleText('dim', `(posts-understudy, ${how})`)}`,
    )
  }
}
