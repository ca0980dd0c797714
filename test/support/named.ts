/** The one of this name. @throws where there is none: a name that is spelled wrong must not stand for something else. */
export function named<Member extends { readonly name: string }>(
  members: readonly Member[],
  name: string,
): Member {
  const found = members.find((each) => each.name === name)
  if (!found) throw new RangeError(`Unknown name "${name}". Names: ${members.map((each) => each.name)}.`)
  return found
}
