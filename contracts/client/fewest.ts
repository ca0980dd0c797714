/**
 * The fewest of some suspects with which something still happens; with all of them it does (QuickXplain, Junker 2004).
 * It takes about two tries for each one found, times the logarithm of their number.
 *
 * @param happens whether it happens with some of them.
 */
export async function fewest<Suspect>(
  suspects: readonly Suspect[],
  happens: (some: readonly Suspect[]) => Promise<boolean>,
): Promise<readonly Suspect[]> {
  return (await happens([])) ? [] : await fewestBeside([], suspects, happens)
}

/** The fewest of `suspects` that must be added to `others`, with which alone it does not happen. */
async function fewestBeside<Suspect>(
  others: readonly Suspect[],
  suspects: readonly Suspect[],
  happens: (some: readonly Suspect[]) => Promise<boolean>,
): Promise<readonly Suspect[]> {
  if (suspects.length <= 1) return suspects
  const middle = Math.ceil(suspects.length / 2)
  const [one, other] = [suspects.slice(0, middle), suspects.slice(middle)]
  const withOne = [...others, ...one]
  const ofOther = (await happens(withOne)) ? [] : await fewestBeside(withOne, other, happens)
  const withOther = [...others, ...ofOther]
  const isEnough = ofOther.length > 0 && (await happens(withOther))
  return isEnough ? ofOther : [...(await fewestBeside(withOther, one, happens)), ...ofOther]
}
