/** How long the app has the page for itself once it is loaded, in milliseconds. */
const headStart = 300

/**
 * Writes a program that does something after the page has loaded and sent its first requests: the panel shall cost them
 * nothing, and is missed by nobody for so short a time.
 *
 * @param act a function, as a program has it.
 */
export function afterPage(act: string): string {
  const later = `setTimeout(${act}, ${headStart})`
  return `document.readyState === 'complete' ? ${later} : addEventListener('load', () => ${later})`
}
