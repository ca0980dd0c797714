const oldest = { major: 22, minor: 12 }

/**
 * Says why this package cannot run on a Node version, or nothing when it can.
 *
 * Imports nothing and uses no recent syntax: it is the one file that an old Node has to load.
 *
 * @param version What `process.versions.node` holds, such as `'20.1.0'`.
 * @returns One sentence of complaint with the next step, or `undefined` from 22.12 on.
 * @example
 * complainAboutNode('24.0.0') // undefined
 */
export function complainAboutNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined
  return (
    `Failed to start posts-understudy: Node v${version} is too old. ` +
    `Use Node ${oldest.major}.${oldest.minor} or newer (npx -p node@24 -p posts-understudy posts-understudy …).`
  )
}
