/**
 * The fewest of some suspects with which something still happens; with all of them it does (QuickXplain, Junker 2004).
 * For each one found it takes about as many tries as the logarithm of their number.
 *
 * @param happens whether it happens with some of them.
 * @param others those that it happens beside.
 */
export async function fewest<Suspect>(
  suspects: readonly Suspect[],
  happens: (some: readonly Suspect[]) => Promise<boolean>,
  others: readonly Suspect[] = [],
): Promise<readonly Suspect[]> {
  if (await happens(others)) return []
  if (suspects.length <= 1) return suspects
  const middle = Math.floor(suspects.length / 2)
  const [one, other] = [suspects.slice(0, middle), suspects.slice(middle)]
  const ofOther = await fewest(other, happens, [...others, ...one])
  const ofOne = await fewest(one, happens, [...others, ...ofOther])
  return [...ofOne, ...ofOther]
}
