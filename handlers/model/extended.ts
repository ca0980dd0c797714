/** An object with all that another has, and more in front of it: getters stay getters. */
export function extended<Base extends object, Own extends object>(
  base: Base,
  own: Own,
): Omit<Base, keyof Own> & Own {
  return Object.defineProperties({} as Omit<Base, keyof Own> & Own, {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(own),
  })
}
