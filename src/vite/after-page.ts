/** The delay after the page has loaded, in milliseconds. */
const headStart = 300

/**
 * Returns code that runs a function after the page has loaded and sent its first requests, so that the panel does not delay
 * them.
 *
 * @param act the source of the function.
 */
export function afterPage(act: string): string {
  const later = `setTimeout(${act}, ${headStart})`
  return `document.readyState === 'complete' ? ${later} : addEventListener('load', () => ${later})`
}
