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

/** The items of each group by their ids; a group without any is left out. */
export function inGroups<Item extends { readonly id: string }>(
  groups: Readonly<Record<string, readonly string[]>>,
  items: readonly Item[],
): { readonly heading: string; readonly items: readonly Item[] }[] {
  return Object.entries(groups)
    .map(([heading, words]) => ({
      heading,
      items: items.filter(({ id }) => words.includes(id.split('.')[0] ?? '')),
    }))
    .filter(({ items }) => items.length > 0)
}
