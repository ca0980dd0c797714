/** Makes what gives the addresses of a control API. @param url with a slash at its end. @param world default the base world. */
export function controlUrls(url: URL, world: string | undefined): (path: string) => string {
  return (path) => {
    const found = new URL(path, url)
    if (world !== undefined) found.searchParams.set('world', world)
    return found.href
  }
}
