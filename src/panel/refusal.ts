/** The sentence in a refusal of the control API, or one about it. */
export function refusalOf(status: number, text: string): string {
  try {
    return JSON.parse(text).detail
  } catch {
    return `The server answered ${status}, without a word.`
  }
}

/** Says why an address gives no answer that this page may read. */
export async function reasonOfSilence(url: string): Promise<string> {
  const { origin } = new URL(url)
  if (origin !== globalThis.location?.origin && (await isAlive(url))) {
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
