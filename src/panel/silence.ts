/** Says why an address gives no answer that this page may read. */
export async function reasonOfSilence({ origin, href }: URL): Promise<string> {
  if (origin !== globalThis.location?.origin && (await isAlive(href))) {
    return `${origin} does not let this page drive it. Serve with --allow-origin ${globalThis.location?.origin}.`
  }
  return `${origin} does not answer. Start it again.`
}

/** Whether somebody answers at all, whatever it is. */
function isAlive(url: string): Promise<boolean> {
  return fetch(url, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
