import { styleText } from 'node:util'
import type { Logger, ViteDevServer } from 'vite'
import { addressInWords } from '../../handlers/http/base-url.ts'

type Printing = Pick<ViteDevServer, 'printUrls' | 'resolvedUrls'> & {
  readonly config: { readonly logger: Logger }
}

/**
 * Adds a line to the addresses that Vite prints.
 * @param address of the posts: a path of this server, such as `/v1/posts`, or another address.
 * @param how where the mock runs.
 */
export function announce(server: Printing, address: string, how: string): void {
  const print = server.printUrls
  server.printUrls = () => {
    print()
    const origin = new URL(
      server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0] ?? 'http://localhost',
    ).origin
    const shown = address[0] === '/' ? origin + address : addressInWords(address)
    const label = `${styleText('green', '➜')}  ${styleText('bold', 'Posts')}:   `
    server.config.logger.info(
      `  ${label}${styleText('cyan', shown)} ${styleText('dim', `(posts-understudy, ${how})`)}`,
    )
  }
}
