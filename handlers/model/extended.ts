/** Adds properties to an object without evaluating its getters. */
export function extended<Base extends object, Own extends object>(
  base: Base,
  own: Own,
): Omit<Base, keyof Own> & Own {
  return Object.defineProperties({} as Omit<Base, keyof Own> & Own, {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(own),
  })
}
