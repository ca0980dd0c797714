/**
 * The fewest of some suspects with which something still happens; with all of them it does (QuickXplain, Junker 2004).
 * For each one found it takes about as many tries as the logarithm of their number.
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
  const middle = Math.floor(suspects.length / 2)
  const [one, other] = [suspects.slice(0, middle), suspects.slice(middle)]
  const withOne = [...others, ...one]
  const ofOther = (await happens(withOne)) ? [] : await fewestBeside(withOne, other, happens)
  if (ofOther.length > 0) {
    // Mostly one is enough alone.
    const isEnough = (await happens(ofOther)) || (await happens([...others, ...ofOther]))
    if (isEnough) return ofOther
  }
  return [...(await fewestBeside([...others, ...ofOther], one, happens)), ...ofOther]
}
