/** The choices in groups, by the first words of their ids. */
export const choiceGroups: Readonly<Record<string, readonly string[]>> = {
  Create: ['create'],
  Replace: ['replace'],
  Delete: ['delete'],
  Input: ['input', 'text'],
  Ids: ['id'],
  'The list and its posts': ['list', 'post'],
  Errors: ['error', 'method'],
  'Access and limits': ['cors', 'access', 'limit'],
}

/**
 * What the ids of a group have, group by group; a group without any is left out.
 *
 * @example
 * inGroups(choiceGroups, choices, ({ id }) => id)
 */
export function inGroups<Item>(
  groups: Readonly<Record<string, readonly string[]>>,
  items: readonly Item[],
  idOf: (item: Item) => string,
): { readonly heading: string; readonly items: readonly Item[] }[] {
  return Object.entries(groups)
    .map(([heading, words]) => ({
      heading,
      items: items.filter((item) => words.includes(idOf(item).split('.')[0] ?? '')),
    }))
    .filter(({ items }) => items.length > 0)
}
