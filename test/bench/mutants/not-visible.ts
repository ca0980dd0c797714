/** Why a mutant cannot be seen through the interface; undefined where it can. */
export function reasonNotVisible(_server: string, _key: string): string | undefined {
  return undefined
}
